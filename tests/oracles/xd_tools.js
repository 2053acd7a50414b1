// What xd-crossword-tools-parser makes of xd files, as JSON; its folder is the first argument.
// node xd_tools.js FOLDER < a list of texts, as JSON
const fs = require('fs');

const { xdToJSON } = require(`${process.argv[2]}/dist/index.js`);
const texts = JSON.parse(fs.readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(texts.map((text) => xdToJSON(text))));
