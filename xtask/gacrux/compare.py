"""Compares `manifold pair` and `manifold standings` with gacrux, the pairing engine and checker of a member of FIDE's commission.

gacrux plays random Swiss tournaments by the rules that it reads, with byes, forfeits and players who come late or leave; `manifold pair --check`
has to pair each of their rounds alike. Then both work out the same standings, with every tie-break that both know. gacrux plays no round robins:
those are made here, single and double, by the closed form of the Berger tables, with forfeits and players who leave.

Run by `cargo xtask pairing`, which installs what it needs. It prints each difference and ends with status 1 if there is one.
"""

import argparse
import collections
import contextlib
import io
import multiprocessing
import pathlib
import random
import subprocess
import sys
import tempfile

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingchecker import pairingchecker
from gacrux.tiebreakchecker import tiebreakchecker
from gacrux.tournamentgenerator import tournamentgenerator

# Each list is worked out by itself: what gacrux notes for Fore Buchholz would spoil what it works out of Buchholz after it.
TIE_BREAKS = [
    "BH BH/C1 BH/C2 BH/M1 SB SB/C1 DE WIN WON BPG BWG REP KS PS PS/C1 AOB ARO ARO/C1 TPR PTP APRO APPO STD".split(),
    "FB FB/C1".split(),
]
# In what order they stand decides the ranks, and who is tied when it comes to direct encounter: those of the regulations, and others.
ORDERS = ["BH/C1 BH SB DE WIN".split(), "DE WIN SB KS".split(), "DE BH/C1 SB".split(), "WIN DE BWG".split()]
# Buchholz is not for round robins.
OF_ROUND_ROBINS = ["SB DE WIN WON BPG BWG REP KS PS AOB ARO ARO/C1 TPR PTP APRO APPO STD".split()]
ORDERS_OF_ROUND_ROBINS = ["DE WIN SB KS".split(), "DE SB".split(), "WIN DE BWG".split()]


def run(checker, arguments, method):
    """Runs a program of gacrux in this process: starting Python for each file would take longer than its work."""
    sys.argv = ["gacrux", *arguments]
    with contextlib.redirect_stdout(io.StringIO()):
        program = checker()
        return getattr(program, method)()


class Generator(tournamentgenerator):
    """The generator of gacrux, with players who enter after the first round: until then they are absent."""

    entered: dict[int, int]

    def do_pairing(self, ch, tournament, rnd):
        has_bye = self.statistics.has_bye
        numbers = iter([competitor["cid"] for competitor in tournament["competitors"]])

        def has_bye_or_is_to_come():
            usual = has_bye()
            return "Z" if rnd < self.entered.get(next(numbers), 1) else usual

        self.statistics.has_bye = has_bye_or_is_to_come
        try:
            super().do_pairing(ch, tournament, rnd)
        finally:
            self.statistics.has_bye = has_bye


def late_entries(chance, players, rounds):
    """The first rounds of those who enter late: in every second tournament up to a third of the players."""
    late = chance.sample(range(1, players + 1), chance.randint(1, max(1, players // 3)))
    return {number: chance.randint(2, max(2, rounds // 2)) for number in late} if chance.random() < 0.5 else {}


def generate(path, seed):
    chance = random.Random(seed)
    players = chance.randint(4, 22)
    rounds = min(chance.randint(3, 9), players // 2 + 1)
    rates = [chance.choice([0, 0.03, 0.1]) for _ in range(3)]
    arguments = ["-p", players, "-n", rounds, "-N", rounds, "-S", *rates, "-o", path, "-g", seed, 1]

    def make():
        program = Generator()
        program.entered = late_entries(chance, players, rounds)
        program.read_command_line()
        program.process_tournaments()

    sys.argv = ["gacrux", *map(str, arguments)]
    with contextlib.redirect_stdout(io.StringIO()):
        make()


def berger(players):
    """The rounds of C.05, Annex 1: the numbers of a pair add up to one more than that of the round, modulo n - 1; who would meet
    themselves meet the last. Pairs are White and Black."""
    last = players + players % 2
    rounds = []
    for number in range(1, last):
        games = []
        for one in range(1, last):
            other = (number - one) % (last - 1) + 1
            if other == one:
                games.append((one, last) if one <= last // 2 else (last, one))
            elif one < other:
                games.append((one, other) if (one + other) % 2 else (other, one))
        rounds.append([game for game in games if max(game) <= players])
    return rounds


def of_two_cycles(rounds):
    """The last two rounds of the first cycle change places, so that nobody has a colour three times in a row."""
    return [*rounds[:-2], rounds[-1], rounds[-2], *([(black, white) for white, black in games] for games in rounds)]


def generate_round_robin(path, seed):
    chance = random.Random(seed)
    players, is_double = chance.randint(3, 14), chance.random() < 0.5
    rounds = of_two_cycles(berger(players)) if is_double else berger(players)
    everybody = range(1, players + 1)
    forfeits = chance.choice([0, 0.05, 0.2])
    left = {player: chance.randint(1, len(rounds)) for player in everybody if chance.random() < 0.1}
    cells = {player: ["0000 - Z"] * len(rounds) for player in everybody}
    points = collections.Counter()
    for number, games in enumerate(rounds):
        for white, black in games:
            here = [number < left.get(player, len(rounds)) and chance.random() >= forfeits for player in (white, black)]
            results = chance.choice(["10", "01", "=="]) if all(here) else ["-+"[one] for one in here]
            for player, other, colour, result in [(white, black, "w", results[0]), (black, white, "b", results[1])]:
                cells[player][number] = f"{other:>4} {colour} {result}"
                points[player] += {"1": 1, "+": 1, "=": 0.5}.get(result, 0)
    kind, code = ("Double-Round-Robin", "FIDE_DOUBLEROUNDROBIN") if is_double else ("Round-Robin", "FIDE_ROUNDROBIN")
    lines = ["012 Round robin", f"062 {players}", f"092 {kind}", f"142 {len(rounds)}", f"192 {code}"]
    ratings = sorted((chance.randint(1200, 2600) for _ in everybody), reverse=True)
    ranks = {player: rank for rank, player in enumerate(sorted(everybody, key=lambda player: -points[player]), start=1)}
    for player in everybody:
        rounds_of = "  ".join(cells[player])
        rating = ratings[player - 1]
        name = f"Player {player}"
        lines.append(f"001 {player:>4}      {name:<33} {rating:>4}{'':28}{points[player]:4.1f} {ranks[player]:>4}  {rounds_of}")
    path.write_text("\n".join(lines) + "\n")


def standings(path, kind, tie_breaks):
    """What gacrux says of each player: rank, points and values, by the number in the list."""
    output = path.with_suffix(".csv")
    # It is told the kind: four players in three rounds are a round robin for it otherwise.
    arguments = [kind, "-i", path, "-o", output, "-dC", "-t", "PTS", *tie_breaks]
    run(tiebreakchecker, map(str, arguments), "common_main")
    lines = [line.split(",") for line in output.read_text().splitlines()]
    return {number: [rank, *values] for number, rank, *values in lines[1:]}


def is_equal(name, ours, other):
    if name == "AOB":
        # It has two decimals there.
        return abs(ours - other) < 0.00501
    if name == "DE" and other == 0:
        # There somebody with whom nobody is tied has no place among the tied; here it is the first.
        return ours == 1
    return ours == other


def manifold(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


def different_standings(program, path, kind, tie_breaks):
    ranked = manifold(program, "standings", "--tiebreaks", ",".join(tie_breaks), path)
    if ranked.returncode != 0:
        return [f"{path}: standings\n{ranked.stderr}"]
    theirs = standings(path, kind, tie_breaks)
    columns = ["rank", "points", *tie_breaks]
    found = []
    for line in ranked.stdout.splitlines()[1:]:
        rank, number, *values = line.split("\t")
        for name, ours, other in zip(columns, [rank, *values], theirs[number], strict=True):
            if not is_equal(name, float(ours), float(other)):
                found.append(f"{path}: {name} of {number}: {ours} here, {other} there")
    return found


def differences(program, path, kind="-s", lists=(*TIE_BREAKS, *ORDERS)):
    found = []
    checked = manifold(program, "pair", "--check", path)
    if checked.returncode != 0:
        found.append(f"{path}: pairing\n{checked.stdout}{checked.stderr}")
    for tie_breaks in lists:
        found += different_standings(program, path, kind, tie_breaks)
    return found


def different_pairings(path):
    """The rounds that gacrux pairs otherwise than they stand in a file."""
    output = path.with_suffix(".txt")
    run(pairingchecker, ["-c", "-i", str(path), "-o", str(output), "-dT"], "common_main")
    text = output.read_text()
    return [] if text.rstrip().endswith("Check: True") else [f"{path}: gacrux pairs otherwise\n{text}"]


def of_chance(task):
    """The differences in a tournament that gacrux plays; `None` if it comes to a round that it cannot pair."""
    program, seed, directory = task
    path = pathlib.Path(directory) / f"{seed:05}.trf"
    try:
        generate(path, seed)
    except GacruxNoLegalPairing:
        return None
    # All orders for each would take three times as long.
    return differences(program, path, lists=[*TIE_BREAKS, ORDERS[seed % len(ORDERS)]])


def of_round_robin(task):
    """The differences in a round robin of chance."""
    program, seed, directory = task
    path = pathlib.Path(directory) / f"{seed:05}-round-robin.trf"
    generate_round_robin(path, seed)
    order = ORDERS_OF_ROUND_ROBINS[seed // 4 % len(ORDERS_OF_ROUND_ROBINS)]
    return differences(program, path, "-p", [*OF_ROUND_ROBINS, order])


def swiss_of_chance(pool, program, directory, count, first):
    """The differences in `count` tournaments, and how many gacrux could not pair: others take their place, but not any number of them."""
    compared, tried = [], 0
    while len(compared) < count and tried < count + count // 20 + 1:
        seeds = range(first + tried, first + tried + count - len(compared))
        tasks = [(program, seed, directory) for seed in seeds]
        results = pool.map(of_chance, tasks, chunksize=8)
        tried += len(results)
        compared += [found for found in results if found is not None]
    return compared, tried - len(compared)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000, help="Swiss tournaments to compare")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--file", type=pathlib.Path, help="compare this tournament instead")
    options = parser.parse_args()
    round_robins, left_out, wanted = [], 0, 1
    if options.file:
        swiss = [different_pairings(options.file) + differences(options.program, options.file)]
    else:
        wanted = options.count
        with tempfile.TemporaryDirectory() as directory, multiprocessing.Pool(2) as pool:
            swiss, left_out = swiss_of_chance(pool, options.program, directory, wanted, options.first)
            seeds = range(options.first, options.first + wanted, 4)
            tasks = [(options.program, seed, directory) for seed in seeds]
            round_robins = pool.map(of_round_robin, tasks, chunksize=8)
    found = [difference for found in swiss + round_robins for difference in found]
    for difference in found:
        print(difference)
    print(
        f"{len(swiss)} Swiss tournaments and {len(round_robins)} round robins compared with gacrux, "
        f"{left_out} that it cannot pair, {len(found)} differences"
    )
    # A run that compares fewer than were asked for does not prove what it is said to.
    sys.exit(1 if found or len(swiss) < wanted else 0)


if __name__ == "__main__":
    main()
