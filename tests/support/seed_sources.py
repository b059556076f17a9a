"""A rule for the source: a seed has 32 bytes, all of them from the system's secure source.

Statistics can't see whether a seed has 256 bits or 32, or whether it is the time of day. So the
rule reads the code. It does not look for bad sources, of which there are many. It allows one way
for a seed to come about, and whatever it can't follow along that way is a finding:

    os.urandom, the default of `House`
    → arguments and attributes that are called `randomness`, and are never anything else
    → `randomness(SEED_BYTES)`, and SEED_BYTES is 32
    → a local that is never anything else
    → `Key.seal` and `Seed`, and from there the deck: nothing else may call `deck`
"""

import ast
from functools import cache
from itertools import chain
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
PRODUCTION = ("pitboss.house", "pitboss.server", "pitboss.play", "pitboss.cards")
SHUFFLE = "pitboss.house.tables.shuffle"
SEED_BYTES = 32
RANDOM_MODULES = ("random", "numpy.random")
EXPLAINED = {  # What the rule can't follow, and a reader can.
    # A seed that the old key opened is sealed again with the new one.
    (
        "pitboss.house.backups.key_rotation",
        "what is sealed was not drawn from randomness(SEED_BYTES)",
    ),
    # The seed of a void round whose key is lost: nobody knows it, and it deals nothing.
    (
        "pitboss.house.backups.lost_key",
        "a seed is neither drawn from randomness(SEED_BYTES) nor opened again",
    ),
    # A check carries a command out again, with the seed that the journal has revealed. What it
    # draws is thrown away: no table and no commitment comes of it.
    (
        "pitboss.house.checks.circumstances",
        "a seed is neither drawn from randomness(SEED_BYTES) nor opened again",
    ),
    ("pitboss.house.checks.request_check", "the secret of a seed is replaced"),
    ("pitboss.house.checks.request_check", "Turn is given another randomness"),
    # Formulas for reports, in a module whose neighbours sample.
    *(
        (
            f"pitboss.house.reporting.{module}",
            "imports pitboss.maths.simulation.standard_errors, which draws numbers of its own",
        )
        for module in ("exact_edges", "living_par")
    ),
}
SAMPLING = "pitboss.maths."  # Estimates from samples, with seeds that are given.


def module_name(path):
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def all_sources():
    """The text of every module of Pitboss, by its name."""
    return {module_name(path): path.read_text("utf-8") for path in SOURCE.rglob("*.py")}


def is_production(module):
    return any(module == room or module.startswith(f"{room}.") for room in PRODUCTION)


def reached(sources):
    """The modules of the production rooms and what they import, at the top or within functions."""
    seen, waiting = set(), [module for module in sources if is_production(module)]
    while waiting:
        module = waiting.pop()
        if module not in seen:
            seen.add(module)
            parents = module.split(".")
            waiting += (".".join(parents[:end]) for end in range(1, len(parents)))
            waiting += imported(sources[module]) & sources.keys()
    return {module: sources[module] for module in sorted(seen)}


@cache
def parsed(text):
    return ast.parse(text)


@cache
def imported(text):
    return frozenset(chain.from_iterable(map(imports, ast.walk(parsed(text)))))


def imports(node):
    """The names that a statement imports, in full."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "relative imports are not followed"
        yield str(node.module)
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def last_name(node):
    """The name of a variable, or the last one of an attribute: `randomness` of self._randomness."""
    name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    return name.lstrip("_")


def is_randomness(node):
    return isinstance(node, (ast.Name, ast.Attribute)) and last_name(node) == "randomness"


def bindings(tree):
    """(target, value) of every assignment, pairs of tuples one by one; value None if not simple."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from chain.from_iterable(unpacked(target, value) for target in targets)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                yield target, value
            case ast.NamedExpr(target=target, value=value):
                yield target, value
            case ast.AugAssign(target=target) | ast.For(target=target):
                yield from unpacked(target, None)
            case ast.comprehension(target=target):
                yield from unpacked(target, None)
            case ast.withitem(optional_vars=target) if target is not None:
                yield from unpacked(target, None)


def unpacked(target, value):
    if isinstance(target, (ast.Tuple, ast.List)):
        same = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
        values = value.elts if same else [None] * len(target.elts)
        for part, of_part in zip(target.elts, values, strict=True):
            yield from unpacked(part, of_part)
    else:
        yield target, value


def findings(sources):
    """What breaks the rule, each as "module:line: what"."""
    modules = reached(sources)
    takers = dict(chain.from_iterable(map(randomness_parameters, modules.values())))
    taken = tuple(sorted(takers.items()))
    each = (findings_within(module, text, taken) for module, text in modules.items())
    every = [*chain.from_iterable(each), *seed_size(modules), *own_numbers_imported(modules)]
    return [finding for finding in every if not is_explained(finding)]


def is_explained(finding):
    module, _, what = finding.split(":", 2)
    return (module, what.strip()) in EXPLAINED


@cache
def findings_within(module, text, takers):
    tree = parsed(text)
    found = chain(
        () if module.startswith(SAMPLING) else random_numbers(tree),
        names_kept(tree),
        randomness_passed_on(tree, dict(takers)),
        seeds(module, tree),
    )
    return [f"{module}:{getattr(node, 'lineno', 0)}: {what}" for node, what in found]


# No other source of chance


def random_numbers(tree):
    numpy = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "numpy"
    }
    for node in ast.walk(tree):
        for name in imports(node):
            if f"{name}.".startswith(tuple(f"{module}." for module in RANDOM_MODULES)):
                yield node, f"imports {name}"
        match node:
            case ast.Attribute(attr="random", value=ast.Name(id=name)) if name in numpy:
                yield node, "uses numpy.random"


def own_numbers_imported(modules):
    """What is estimated from samples stays in `maths`, where no seed of a deck comes by."""
    samplers = {
        module
        for module, text in modules.items()
        if module.startswith(SAMPLING) and draws_numbers(text)
    }
    return [
        f"{module}:0: imports {name}, which draws numbers of its own"
        for module, text in modules.items()
        if is_production(module)
        for name in sorted(samplers & imported(text))
    ]


@cache
def draws_numbers(text):
    return any(True for _ in random_numbers(parsed(text)))


# `randomness` is os.urandom, from the house to the seed


@cache
def randomness_parameters(text):
    """(name of a function or class, at which place it takes `randomness`)."""
    takers = []
    for node in ast.walk(parsed(text)):
        for function in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                names = [argument.arg for argument in function.args.args]
                if "randomness" in names:
                    name = node.name if function.name == "__init__" else function.name
                    takers.append((name, names.index("randomness") - (names[0] == "self")))
    return takers


def names_kept(tree):
    """What is called `randomness` is nothing else, and the system's source is not replaced."""
    for target, value in bindings(tree):
        if is_randomness(target) and not (value is not None and is_randomness(value)):
            yield target, "randomness is given another value"
        if isinstance(target, ast.Attribute) and last_name(target) in ("urandom", "secret"):
            yield target, f"{target.attr} is replaced"
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(args=arguments) | ast.AsyncFunctionDef(args=arguments):
                if last_name(ast.Name(node.name)) == "randomness":
                    yield node, "randomness is a function of its own"
                yield from defaults(arguments)
            case ast.Lambda(args=arguments):
                yield from defaults(arguments)
            case ast.Import() | ast.ImportFrom():
                for alias in node.names:
                    if alias.asname and alias.asname.lstrip("_") in ("randomness", "SEED_BYTES"):
                        yield node, f"{alias.name} is imported as {alias.asname}"
            case ast.Constant(value="randomness" | "_randomness" | "urandom"):
                yield node, "randomness is reached by its name as a text"


def defaults(arguments):
    plain = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(reversed(plain), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    for argument, default in pairs:
        is_source = default is None or ast.unparse(default) == "os.urandom"
        if argument.arg.lstrip("_") == "randomness" and not is_source:
            yield argument, "the default of randomness is not os.urandom"


def randomness_passed_on(tree, takers):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            given = [keyword.value for keyword in node.keywords if keyword.arg == "randomness"]
            at = takers.get(last_name(node.func))
            if at is not None:
                if any(isinstance(value, ast.Starred) for value in node.args[: at + 1]) or any(
                    keyword.arg is None for keyword in node.keywords
                ):
                    yield node, "randomness can't be followed through a starred argument"
                given += node.args[at : at + 1]
            if not all(map(is_randomness, given)):
                yield node, f"{last_name(node.func)} is given another randomness"


# A seed is drawn, or opened again


def seeds(module, tree):
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
            for node in own_nodes(function):
                if isinstance(node, ast.Call):
                    yield from seed_of(module, function, node)


def own_nodes(function):
    """The nodes of a function, without those of functions within."""
    for child in ast.iter_child_nodes(function):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from own_nodes(child)


def seed_of(module, function, call):
    """What is wrong with the seed that this call commits to, seals or deals from."""
    name, arguments = last_name(call.func), call.args
    if name in ("seal", "Seed", "deck", "shuffled") and call.keywords:
        yield call, f"{name} is called with named arguments, which are not followed"
    elif name == "seal" and origins(function, arguments[0]) != {"drawn"}:
        yield call, "what is sealed was not drawn from randomness(SEED_BYTES)"
    elif name == "Seed":
        is_committed_to = ast.unparse(arguments[1]) != "''"  # Else a finished round, or none yet.
        if is_committed_to and not origins(function, arguments[2]) <= {"drawn", "opened"}:
            yield call, "a seed is neither drawn from randomness(SEED_BYTES) nor opened again"
    elif name in ("deck", "shuffled") and module != SHUFFLE:
        if name != "deck" or ast.unparse(arguments[0]) != "seed.secret":
            yield call, "a deck is made from something else than a seed"
    elif name == "replace" and any(keyword.arg == "secret" for keyword in call.keywords):
        yield call, "the secret of a seed is replaced"


def origins(function, value):
    """Where a value comes from: drawn, opened, or something else."""
    match value:
        case ast.Call(func=source, args=[ast.Name(id="SEED_BYTES")], keywords=[]):
            return {"drawn"} if is_randomness(source) else {"other"}
        case ast.Call(func=ast.Attribute(attr="open", value=key)) if last_name(key) == "key":
            return {"opened"}
        case ast.Name(id=name):
            given = [of for target, of in bindings(function) if last_name(target) == name]
            return set().union(*(origins(function, of) for of in given)) if given else {"other"}
    return {"other"}


def seed_size(modules):
    """SEED_BYTES is given once, in the shuffle, and it is 32."""
    sizes = [size for module, text in modules.items() for size in sizes_given(module, text)]
    return [] if sizes == [(SHUFFLE, SEED_BYTES)] else [f"{SHUFFLE}:0: SEED_BYTES is {sizes}"]


@cache
def sizes_given(module, text):
    return [
        (module, value.value if isinstance(value, ast.Constant) else None)
        for target, value in bindings(parsed(text))
        if last_name(target) == "SEED_BYTES"
    ]
