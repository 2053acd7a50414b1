// What Exolve's own converter writes for ipuz files: texts of Exolve, as JSON.
// node exolve_from_ipuz.js FOLDER-OF-EXOLVE < a list of puzzles, as JSON
const fs = require('fs');
const vm = require('vm');

const sandbox = { console: { log() {} } };
vm.createContext(sandbox);
vm.runInContext(fs.readFileSync(`${process.argv[2]}/exolve-from-ipuz.js`, 'utf8'), sandbox);
const puzzles = JSON.parse(fs.readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(puzzles.map((puzzle) => sandbox.exolveFromIpuz(puzzle))));
