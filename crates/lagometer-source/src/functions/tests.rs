use super::*;

/// The name or role of the function at the first `§`, which is taken out.
fn at(marked: &str, address: &str) -> Option<String> {
    let offset = marked.find('§').unwrap();
    let text = marked.replacen('§', "", 1);
    let functions = Functions::parse(&text, address).unwrap();
    let known = functions.with_head_at(offset)?;
    known
        .name
        .clone()
        .or_else(|| known.role.clone().map(|role| format!("<{role}>")))
}

#[test]
fn a_function_is_called_what_its_surroundings_say() {
    for (text, expected) in [
        ("function §a(b) {}", "a"),
        ("§function a(b) {}", "a"),
        ("async function§ a(b) {}", "a"),
        ("const a = §function (b) {}", "a"),
        ("const §a = (b) => b", "a"),
        ("const a = §(b) => b", "a"),
        ("const a = §b => b", "a"),
        ("const a = function §c(b) {}", "c"),
        ("x.y.a = §function () {}", "a"),
        ("x['a'] = §function () {}", "a"),
        ("x = { a: §function () {} }", "a"),
        ("x = { §a() {} }", "a"),
        ("x = { get §a() { return 1 } }", "get a"),
        ("x = { 'a-b'§: () => 1 }", "a-b"),
        ("class A { §a() {} }", "a"),
        ("class A { static async *§a() {} }", "a"),
        ("class A { §constructor() {} }", "A"),
        ("const A = class { constructor§() {} }", "A"),
        ("class A { set §a(b) {} }", "set a"),
        ("class A { #a = §() => 1 }", "#a"),
        ("function f({ a = §() => 1 }) {}", "a"),
        ("[a = §() => 1] = b", "a"),
        ("export default §function () {}", "default"),
        ("export default §() => 1", "default"),
        ("const a = memo(§() => 1)", "<callback of memo>"),
        (
            "function f() { return rows.map(§row => row.id) }",
            "<callback of map in f>",
        ),
        (
            "const f = () => g?.rows.map(§row => row.id)",
            "<callback of map in f>",
        ),
        ("new Promise(§done => done())", "<callback of Promise>"),
        ("(§function () {})()", "<called where it stands>"),
        ("(§() => {})()", "<called where it stands>"),
        ("function f() { return §() => 1 }", "<anonymous in f>"),
        ("const a = b => §c => c", "<anonymous in a>"),
    ] {
        assert_eq!(at(text, "a.js").as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn a_place_in_a_body_is_no_function() {
    for text in [
        "function a() { return §1 }",
        "const a = b => { §b() }",
        "§x()",
        "class A { a() {} §b = 1 }",
    ] {
        assert_eq!(at(text, "a.js"), None, "{text}");
    }
}

#[test]
fn types_and_markup_are_read_by_the_name_of_the_file_and_without_it() {
    for address in ["a.tsx", "webpack:///src/a.tsx?x=1", "a", "a.js", "a.vue"] {
        let text = "const A: React.FC<{ a: number }> = §({ a }) => <p>it's {a}</p>;";
        assert_eq!(at(text, address).as_deref(), Some("A"), "{address}");
    }
    let text = "const a = §<T>(b: T): T => <T>b; declare function c(): void; function d(e): asserts e";
    assert_eq!(at(text, "a.ts").as_deref(), Some("a"));
}

#[test]
fn what_is_no_source_is_said() {
    let why = |text: &str| Functions::parse(text, "a.js").err().unwrap();
    assert_eq!(why("<template><p>hi</template>"), Unparsed::Syntax);
    assert_eq!(why("function a( {"), Unparsed::Syntax);
    let large = "a;".repeat(stack::TOKENS_MAX);
    assert_eq!(
        why(&large),
        Unparsed::TooLarge {
            tokens: 2 * stack::TOKENS_MAX
        }
    );
}

/// The deepest that the bound lets through, in each form that made the parser call itself.
#[test]
fn the_deepest_nesting_that_is_taken_does_not_end_the_process() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "", "]"),
        ("{", "", "}"),
        ("(", "", ""),
        ("[", "", ""),
        ("a<", "", ""),
        ("`${", "1", "}`"),
        ("(function(){", "", "})"),
        ("a=>", "1", ""),
        ("({a:", "1", "})"),
        ("(class{a=", "1", "})"),
        ("a(", "", ")"),
        ("!", "1", ""),
        ("new ", "a", ""),
        ("a?", "1", ":1"),
        ("if(a)", ";", ""),
        ("a+", "a", ""),
        ("<a>", "", "</a>"),
        ("a.", "a", ""),
        ("[...", "a", "]"),
        ("import(", "a", ")"),
    ] {
        let tokens = stack::tokens_at_most(&format!("{open}{close}"));
        let levels = stack::TOKENS_MAX / tokens - 2;
        let text = [&open.repeat(levels), middle, &close.repeat(levels)].concat();
        assert!(stack::tokens_at_most(&text) <= stack::TOKENS_MAX);
        let _ = Functions::parse(&text, "a.tsx");
    }
}

#[test]
fn what_the_engine_does_itself_is_found_in_the_source() {
    let text = "function a(rows) {\n\
        for (const row of rows) copy(JSON.parse(JSON.stringify(row)));\n\
        const s = structuredClone(rows);\n\
        rows.map(row => row.x).sort((a, b) => a - b);\n\
        while (next()) { if (new RegExp(p).test(x)) y = el.offsetWidth; }\n\
        return /a+b/.test(JSON.stringify(JSON.parse(s)));\n}";
    let functions = Functions::parse(text, "a.js").unwrap();
    let line_starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .chain([text.len()])
        .collect();
    let on = |line: usize| {
        let found = functions.deeds_within(line_starts[line - 1], line_starts[line]);
        found.iter().map(|at| (at.deed, at.in_loop)).collect::<Vec<_>>()
    };
    assert_eq!(on(1), []);
    assert_eq!(on(2), [(Deed::Clone, true)]);
    assert_eq!(on(3), [(Deed::Clone, false)]);
    assert_eq!(on(4), [(Deed::Sort, false)]);
    assert_eq!(on(5), [(Deed::RegExpMade, true), (Deed::LayoutRead, true)]);
    assert_eq!(
        on(6),
        [
            (Deed::RegExpUsed, false),
            (Deed::Json, false),
            (Deed::Json, false)
        ]
    );
}
