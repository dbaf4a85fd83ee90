use super::*;

fn check(build: impl FnOnce(&mut Markup), expected: &str) {
    let mut markup = Markup::default();
    build(&mut markup);
    assert_eq!(markup.as_text(), expected);
}

#[test]
fn elements_nest() {
    check(
        |markup| markup.element("b", &[("class", "n")], |markup| markup.leaf("i", &[], "x")),
        r#"<b class="n"><i>x</i></b>"#,
    );
    check(|markup| markup.empty("br", &[]), "<br/>");
    check(|markup| markup.leaf("p", &[], "x"), "<p>x</p>\n");
}

#[test]
fn text_of_strangers_is_no_markup() {
    check(
        |markup| {
            markup.leaf(
                "b",
                &[("title", "\" onload='x' <&>")],
                "</b><script>alert(1)</script>",
            )
        },
        "<b title=\"&quot; onload=&#39;x&#39; &lt;&amp;&gt;\">&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;</b>",
    );
    check(|markup| markup.name("a\u{202e}b"), r"<bdi>a\u{202e}b</bdi>");
    check(|markup| markup.name(""), "<bdi>(empty)</bdi>");
}

#[test]
fn names_between_backticks_are_code() {
    check(
        |markup| markup.prose("no `a<b` in `x"),
        "no <code>a&lt;b</code> in `x",
    );
    check(|markup| markup.prose("``"), "<code></code>");
}
