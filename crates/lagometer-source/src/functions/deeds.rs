//! What a source does that samples cannot show: calls that the engine answers itself have no frame.

use oxc_ast::ast::{
    Argument, CallExpression, ComputedMemberExpression, Expression, Function, NewExpression, Program,
    RegExpLiteral, StaticMemberExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// `JSON.parse(JSON.stringify(x))`, or `structuredClone(x)`.
    Clone,
    /// `JSON.parse` or `JSON.stringify`.
    Json,
    /// `x.sort()` or `x.toSorted()`.
    Sort,
    /// A regular expression is made: `new RegExp(x)`.
    RegExpMade,
    /// A regular expression stands there as a literal.
    RegExpUsed,
    /// A property is read that needs the layout of the page.
    LayoutRead,
}

impl Deed {
    /// A stable code.
    pub fn code(self) -> &'static str {
        match self {
            Deed::Clone => "clone",
            Deed::Json => "json",
            Deed::Sort => "sort",
            Deed::RegExpMade => "regexp-made",
            Deed::RegExpUsed => "regexp-used",
            Deed::LayoutRead => "layout-read",
        }
    }
}

/// Where something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeedAt {
    /// The offset of the call or the property.
    pub(crate) offset: usize,
    pub(crate) deed: Deed,
    /// Whether a loop of the same function is around it.
    pub(crate) in_loop: bool,
}

/// What DevTools and others list as forcing layout when it is read.
const LAYOUT_PROPERTIES: [&str; 17] = [
    "offsetWidth",
    "offsetHeight",
    "offsetTop",
    "offsetLeft",
    "offsetParent",
    "clientWidth",
    "clientHeight",
    "clientTop",
    "clientLeft",
    "scrollWidth",
    "scrollHeight",
    "scrollTop",
    "scrollLeft",
    "innerText",
    "getBoundingClientRect",
    "getClientRects",
    "getComputedStyle",
];

/// All deeds of a program, by their offset.
pub(super) fn deeds(program: &Program<'_>) -> Vec<DeedAt> {
    let mut collector = Collector::default();
    collector.visit_program(program);
    collector.list.sort_by_key(|at| (at.offset, at.deed));
    collector.list
}

#[derive(Default)]
struct Collector {
    list: Vec<DeedAt>,
    /// Loops that are open in the function at hand.
    loops: u32,
}

impl Collector {
    fn add(&mut self, offset: u32, deed: Deed) {
        self.list.push(DeedAt {
            offset: offset as usize,
            deed,
            in_loop: self.loops > 0,
        });
    }

    fn in_loop(&mut self, visit: impl FnOnce(&mut Collector)) {
        self.loops += 1;
        visit(self);
        self.loops -= 1;
    }

    fn in_function(&mut self, visit: impl FnOnce(&mut Collector)) {
        let around = std::mem::take(&mut self.loops);
        visit(self);
        self.loops = around;
    }
}

impl<'a> Visit<'a> for Collector {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        self.in_function(|collector| walk::walk_function(collector, function, flags));
    }

    fn visit_arrow_function_expression(&mut self, arrow: &oxc_ast::ast::ArrowFunctionExpression<'a>) {
        self.in_function(|collector| walk::walk_arrow_function_expression(collector, arrow));
    }

    fn visit_for_statement(&mut self, statement: &oxc_ast::ast::ForStatement<'a>) {
        self.in_loop(|collector| walk::walk_for_statement(collector, statement));
    }

    fn visit_for_in_statement(&mut self, statement: &oxc_ast::ast::ForInStatement<'a>) {
        self.in_loop(|collector| walk::walk_for_in_statement(collector, statement));
    }

    fn visit_for_of_statement(&mut self, statement: &oxc_ast::ast::ForOfStatement<'a>) {
        self.in_loop(|collector| walk::walk_for_of_statement(collector, statement));
    }

    fn visit_while_statement(&mut self, statement: &oxc_ast::ast::WhileStatement<'a>) {
        self.in_loop(|collector| walk::walk_while_statement(collector, statement));
    }

    fn visit_do_while_statement(&mut self, statement: &oxc_ast::ast::DoWhileStatement<'a>) {
        self.in_loop(|collector| walk::walk_do_while_statement(collector, statement));
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if is_clone(call) {
            self.add(call.span.start, Deed::Clone);
            // The two calls are one thing; what is cloned may hold others.
            for inner in call.arguments.iter().filter_map(Argument::as_expression) {
                match inner.get_inner_expression() {
                    Expression::CallExpression(stringify) if json_method(stringify) == Some("stringify") => {
                        stringify
                            .arguments
                            .iter()
                            .for_each(|argument| self.visit_argument(argument));
                    }
                    other => self.visit_expression(other),
                }
            }
            return;
        }
        if json_method(call).is_some() {
            self.add(call.span.start, Deed::Json);
        }
        if let Expression::StaticMemberExpression(member) = call.callee.get_inner_expression()
            && matches!(member.property.name.as_str(), "sort" | "toSorted")
        {
            self.add(member.property.span.start, Deed::Sort);
        }
        if let Expression::Identifier(callee) = call.callee.get_inner_expression()
            && callee.name == "getComputedStyle"
        {
            self.add(call.span.start, Deed::LayoutRead);
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        if let Expression::Identifier(callee) = new.callee.get_inner_expression()
            && callee.name == "RegExp"
        {
            self.add(new.span.start, Deed::RegExpMade);
        }
        walk::walk_new_expression(self, new);
    }

    fn visit_reg_exp_literal(&mut self, literal: &RegExpLiteral<'a>) {
        self.add(literal.span.start, Deed::RegExpUsed);
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        if LAYOUT_PROPERTIES.contains(&member.property.name.as_str()) {
            self.add(member.property.span.start, Deed::LayoutRead);
        }
        walk::walk_static_member_expression(self, member);
    }

    fn visit_computed_member_expression(&mut self, member: &ComputedMemberExpression<'a>) {
        if let Expression::StringLiteral(name) = &member.expression
            && LAYOUT_PROPERTIES.contains(&name.value.as_str())
        {
            self.add(member.expression.span().start, Deed::LayoutRead);
        }
        walk::walk_computed_member_expression(self, member);
    }
}

/// `structuredClone(x)`, or `JSON.parse` of a `JSON.stringify`.
fn is_clone(call: &CallExpression<'_>) -> bool {
    if let Expression::Identifier(callee) = call.callee.get_inner_expression() {
        return callee.name == "structuredClone";
    }
    let stringified = |argument: &Expression<'_>| match argument.get_inner_expression() {
        Expression::CallExpression(inner) => json_method(inner) == Some("stringify"),
        _ => false,
    };
    let first = call.arguments.first().and_then(Argument::as_expression);
    json_method(call) == Some("parse") && first.is_some_and(stringified)
}

/// `parse` or `stringify`, if it is a call of one of `JSON`.
fn json_method<'c>(call: &'c CallExpression<'_>) -> Option<&'c str> {
    let Expression::StaticMemberExpression(member) = call.callee.get_inner_expression() else {
        return None;
    };
    let Expression::Identifier(object) = member.object.get_inner_expression() else {
        return None;
    };
    let method = member.property.name.as_str();
    (object.name == "JSON" && matches!(method, "parse" | "stringify")).then_some(method)
}
