// All fills of a grid with Gecode, as its own example of crosswords models them: a variable for each
// word and each letter, an element constraint for each letter of each word, words of one length
// distinct, branching on words by size over accumulated failure count, halves first.
//
// gecode_crossword GRID WORDS [N]: grids of `#` and `.`, a word a line; N fills at most.
// Debian: apt-get install libgecode-dev
// g++ -O2 -o gecode_crossword gecode_crossword.cpp -lgecodesearch -lgecodeminimodel -lgecodeint
//     -lgecodekernel -lgecodesupport
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <gecode/int.hh>
#include <gecode/search.hh>

using namespace Gecode;

struct Run {
  std::vector<int> cells;
};

static std::vector<std::string> grid;
static std::map<int, std::vector<std::string>> words;

class Crossword : public Space {
 public:
  IntVarArray letters;

  Crossword() : letters(*this, int(grid.size() * grid[0].size()), 0, 'z') {
    int n_rows = int(grid.size()), n_cols = int(grid[0].size());
    std::map<int, std::vector<Run>> runs;
    auto take = [&](Run& run) {
      if (run.cells.size() > 1) runs[int(run.cells.size())].push_back(run);
      run.cells.clear();
    };
    for (int across = 1; across >= 0; across--)
      for (int i = 0; i < (across ? n_rows : n_cols); i++) {
        Run run;
        for (int j = 0; j < (across ? n_cols : n_rows); j++) {
          int row = across ? i : j, col = across ? j : i;
          if (grid[row][col] == '#')
            take(run);
          else
            run.cells.push_back(row * n_cols + col);
        }
        take(run);
      }
    for (int row = 0; row < n_rows; row++)
      for (int col = 0; col < n_cols; col++) {
        char cell = grid[row][col];
        IntVar letter = letters[row * n_cols + col];
        if (cell == '#')
          rel(*this, letter, IRT_EQ, 0);
        else if (cell == '.')
          dom(*this, letter, 'a', 'z');
        else
          rel(*this, letter, IRT_EQ, tolower(cell));
      }
    IntVarArgs all;
    for (auto& entry : runs) {
      int length = entry.first, n = int(words[length].size());
      if (!n) {
        fail();
        return;
      }
      IntVarArgs these(*this, int(entry.second.size()), 0, n - 1);
      distinct(*this, these, IPL_BND);
      for (int offset = 0; offset < length; offset++) {
        IntSharedArray letter_of(n);
        for (int w = 0; w < n; w++) letter_of[w] = words[length][w][offset];
        for (int i = 0; i < these.size(); i++)
          element(*this, letter_of, these[i], letters[entry.second[i].cells[offset]]);
      }
      all << these;
    }
    branch(*this, all, INT_VAR_AFC_SIZE_MAX(), INT_VAL_SPLIT_MIN());
  }
  Crossword(Crossword& other) : Space(other) { letters.update(*this, other.letters); }
  Space* copy() override { return new Crossword(*this); }
};

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::string line;
  std::ifstream in_grid(argv[1]), in_words(argv[2]);
  while (std::getline(in_grid, line))
    if (!line.empty()) grid.push_back(line);
  while (std::getline(in_words, line)) {
    std::string word = line.substr(0, line.find(';'));
    for (char& letter : word) letter = char(tolower(letter));
    words[int(word.size())].push_back(word);
  }
  long long most = argc > 3 ? atoll(argv[3]) : -1, n = 0;
  Crossword* start = new Crossword();
  DFS<Crossword> search(start);
  delete start;
  while (n != most) {
    Crossword* fill = search.next();
    if (!fill) break;
    n++;
    for (int i = 0; i < fill->letters.size(); i++) {
      int value = fill->letters[i].val();
      std::cout << (value ? char(toupper(value)) : '#');
      if ((i + 1) % int(grid[0].size()) == 0) std::cout << '\n';
    }
    std::cout << '\n';
    delete fill;
  }
  std::cerr << n << " fills\n";
}
