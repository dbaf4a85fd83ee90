//! The two schemas of JUnit reports that are in use, as one table that is as strict as both: Ant's
//! `JUnit.xsd` for order and required attributes, Jenkins' `junit-10.xsd` for the attributes that there
//! are and the form of times.

/// An element as it was read.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) children: Vec<Element>,
    pub(super) text: String,
}

/// What an attribute may hold.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    /// Not empty.
    Name,
    Count,
    Seconds,
    /// Without a zone.
    Time,
}

/// A rule: the attributes with whether they must be there, and the children in their order, each with
/// how many there may be.
struct Rule {
    name: &'static str,
    attributes: &'static [(&'static str, bool, Kind)],
    children: &'static [(&'static [&'static str], usize, usize)],
    /// Whether there may be text.
    text: bool,
}

const MANY: usize = usize::MAX;

const RULES: &[Rule] = &[
    Rule {
        name: "testsuites",
        attributes: &[
            ("name", false, Kind::Text),
            ("time", false, Kind::Seconds),
            ("tests", false, Kind::Count),
            ("failures", false, Kind::Count),
            ("errors", false, Kind::Count),
        ],
        children: &[(&["testsuite"], 0, MANY)],
        text: false,
    },
    Rule {
        name: "testsuite",
        attributes: &[
            ("id", true, Kind::Count),
            ("package", true, Kind::Text),
            ("name", true, Kind::Name),
            ("tests", true, Kind::Count),
            ("failures", true, Kind::Count),
            ("errors", true, Kind::Count),
            ("skipped", false, Kind::Count),
            ("time", true, Kind::Seconds),
            ("timestamp", true, Kind::Time),
            ("hostname", true, Kind::Name),
        ],
        children: &[
            (&["properties"], 1, 1),
            (&["testcase"], 0, MANY),
            (&["system-out"], 1, 1),
            (&["system-err"], 1, 1),
        ],
        text: false,
    },
    Rule {
        name: "properties",
        attributes: &[],
        children: &[(&["property"], 0, MANY)],
        text: false,
    },
    Rule {
        name: "property",
        attributes: &[("name", true, Kind::Name), ("value", true, Kind::Text)],
        children: &[],
        text: false,
    },
    Rule {
        name: "testcase",
        attributes: &[
            ("name", true, Kind::Text),
            ("classname", true, Kind::Text),
            ("time", true, Kind::Seconds),
        ],
        children: &[(&["skipped", "error", "failure"], 0, 1)],
        text: false,
    },
    Rule {
        name: "failure",
        attributes: &[("type", true, Kind::Text), ("message", false, Kind::Text)],
        children: &[],
        text: true,
    },
    Rule {
        name: "error",
        attributes: &[("type", true, Kind::Text), ("message", false, Kind::Text)],
        children: &[],
        text: true,
    },
    Rule {
        name: "skipped",
        attributes: &[("type", false, Kind::Text), ("message", false, Kind::Text)],
        children: &[],
        text: true,
    },
    Rule {
        name: "system-out",
        attributes: &[],
        children: &[],
        text: true,
    },
    Rule {
        name: "system-err",
        attributes: &[],
        children: &[],
        text: true,
    },
];

impl Element {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    fn count_of(&self, name: &str) -> usize {
        let has = |case: &&Element| case.children.iter().any(|child| child.name == name);
        self.children.iter().filter(has).count()
    }
}

/// What is wrong with a report, by the table and by its own counts.
pub(super) fn check(root: &Element) -> Result<(), String> {
    if root.name != "testsuites" {
        return Err(format!("the root is <{}>", root.name));
    }
    // Deep first or last is all the same; the depth is that of the table.
    let mut open = vec![root];
    while let Some(element) = open.pop() {
        let rule = RULES.iter().find(|rule| rule.name == element.name);
        by_rule(
            element,
            rule.ok_or_else(|| format!("<{}> is unknown", element.name))?,
        )?;
        open.extend(&element.children);
    }
    root.children.iter().enumerate().try_for_each(counts)
}

fn by_rule(element: &Element, rule: &Rule) -> Result<(), String> {
    let name = rule.name;
    for (attribute, value) in &element.attributes {
        let known = rule.attributes.iter().find(|(known, ..)| known == attribute);
        let (_, _, kind) = known.ok_or_else(|| format!("<{name}> has no `{attribute}`"))?;
        if !holds(*kind, value) {
            return Err(format!("`{attribute}` of <{name}> is `{value}`"));
        }
    }
    for (attribute, required, _) in rule.attributes {
        if *required && element.attribute(attribute).is_none() {
            return Err(format!("<{name}> lacks `{attribute}`"));
        }
    }
    if !rule.text && !element.text.trim().is_empty() {
        return Err(format!("text in <{name}>: {}", element.text));
    }
    let mut rest = element.children.as_slice();
    for (wanted, least, most) in rule.children {
        let here = rest
            .iter()
            .take_while(|child| wanted.contains(&child.name.as_str()))
            .count();
        if here < *least || here > *most {
            return Err(format!("{here} of {wanted:?} in <{name}>"));
        }
        rest = &rest[here..];
    }
    match rest.first() {
        Some(child) => Err(format!("<{}> in the wrong place of <{name}>", child.name)),
        None => Ok(()),
    }
}

fn holds(kind: Kind, value: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        Kind::Text => true,
        Kind::Name => !value.trim().is_empty(),
        Kind::Count => !value.is_empty() && digits(value),
        // Jenkins: digits, a point, digits; Ant: a decimal, so not without any digit.
        Kind::Seconds => {
            let (whole, part) = value.split_once('.').unwrap_or((value, "0"));
            !whole.is_empty() && !part.is_empty() && digits(whole) && digits(part)
        }
        Kind::Time => {
            let shape: String = value
                .chars()
                .map(|c| if c.is_ascii_digit() { '0' } else { c })
                .collect();
            shape == "0000-00-00T00:00:00"
        }
    }
}

/// What a suite says of its cases is so.
fn counts((index, suite): (usize, &Element)) -> Result<(), String> {
    let cases = suite
        .children
        .iter()
        .filter(|child| child.name == "testcase")
        .count();
    let said = |name: &str| {
        suite
            .attribute(name)
            .and_then(|value| value.parse::<usize>().ok())
    };
    for (name, is) in [
        ("id", index),
        ("tests", cases),
        ("failures", suite.count_of("failure")),
        ("errors", suite.count_of("error")),
        ("skipped", suite.count_of("skipped")),
    ] {
        if said(name) != Some(is) {
            return Err(format!("`{name}` says {:?}, and it is {is}", said(name)));
        }
    }
    Ok(())
}
