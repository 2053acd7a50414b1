// What Exolve's own program makes of a puzzle: cells, lights and clues, as JSON.
// node exolve.js FOLDER-OF-EXOLVE < puzzle
const fs = require('fs');
const vm = require('vm');

const stub = new Proxy(function () {}, {
  get: (target, key) => (key === Symbol.toPrimitive ? () => '' : stub),
  set: () => true,
  apply: () => stub,
  construct: () => stub,
});
const COLOUR = /^(#([0-9a-f]{3}){1,2}|rgb\(.*\)|[a-z]{3,})$/i;
const NOT_COLOURS = new Set(process.env.NOT_COLOURS ? process.env.NOT_COLOURS.split(',') : []);
const sandbox = {
  document: stub, window: stub, navigator: stub, localStorage: stub, Option: stub, ResizeObserver: stub,
  console: { log() {}, assert() {} }, setTimeout() {}, text: fs.readFileSync(0, 'utf8'),
};
vm.createContext(sandbox);
const source = fs.readFileSync(`${process.argv[2]}/exolve-m.js`, 'utf8');
vm.runInContext(`${source}
Exolve.prototype.init = function () {
  this.frame = { getElementsByClassName: () => [] };
  this.parseOverall();
  this.computeGridSize = () => {};
  this.parseGrid();
  this.markClueStartsUsingGrid();
  this.parseClueLists();
  this.processClueChildren();
  this.parseColoursNinasEtc();
  done(this);
  throw new Error('done');
};
const parseAnno = Exolve.prototype.parseAnno;
Exolve.prototype.parseAnno = function (anno, index) {
  this.clues[index].whole = anno;
  return parseAnno.call(this, anno, index);
};
Exolve.prototype.isColour = (s) => isColour(s);
Exolve.prototype.throwErr = (s) => { throw new Error(s); };
`, Object.assign(sandbox, { isColour: (s) => COLOUR.test(s) && !NOT_COLOURS.has(s) }));

let out;
sandbox.done = (puz) => {
  const sign = (c) => (c.solution ? puz.stateToDisplayChar(c.solution) : '');
  out = {
    rows: puz.grid.map((row) => row.map((c) => ({
      open: c.isLight, solution: c.isLight ? sign(c) : '', circle: c.hasCircle, given: c.prefill,
      right: !!(c.hasBarAfter || c.dgmlessBarAfterInSolution),
      below: !!(c.hasBarUnder || c.dgmlessBarUnderInSolution),
      label: c.forcedClueLabel || (c.startsClueLabel && !c.skipNum ? c.startsClueLabel : ''),
      number: c.startsClueLabel && !c.skipNum ? c.startsClueLabel : '',
    }))),
    colours: puz.colourfuls.map((c) => [c.colour, c.list.flatMap((one) => one.cells)]),
    hides: puz.hasDgmlessCells, title: puz.title || '', setter: puz.setter || '',
    clues: Object.keys(puz.clues).map((index) => {
      const c = puz.clues[index];
      const parts = c.enumParse || {};
      const text = c.clue || '';
      return {
        index, label: c.label, dir: c.dir, cells: c.cells,
        text: puz.deDefMarkers(parts.dontShow ? text.slice(0, -parts.enumStr.length - 1) : text).trim(),
        hidden: !!parts.dontShow, enumStr: c.enumStr || '', solution: c.explicitSol ? c.solution : '',
        anno: c.whole || '', children: c.childrenClueIndices || [], table: c.clueTableDir || c.dir,
        hints: c.hints || [],
      };
    }),
  };
};
try {
  vm.runInContext('new Exolve(text, null, null, false)', sandbox);
} catch (error) {
  out = out || { error: String(error.message || error) };
}
process.stdout.write(JSON.stringify(out));
