//! From a syntax tree to the functions in it and what they are called.

use super::Known;
use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, AssignmentExpression, AssignmentPattern, AssignmentTarget,
    AssignmentTargetWithDefault, BindingPattern, CallExpression, Class, ExportDefaultDeclaration,
    ExportDefaultDeclarationKind, Expression, Function, MethodDefinition, MethodDefinitionKind,
    NewExpression, ObjectProperty, Program, PropertyDefinition, PropertyKey, PropertyKind,
    VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;
use std::collections::HashMap;

/// All functions of a program, in the order in which they are met.
pub(super) fn functions(program: &Program<'_>) -> Vec<Known> {
    let mut collector = Collector::default();
    collector.visit_program(program);
    collector.list
}

#[derive(Default)]
struct Collector {
    list: Vec<Known>,
    /// What the surroundings of a function or class say of it, by its offset.
    hints: HashMap<u32, Hint>,
    /// The names of the functions around, innermost last.
    around: Vec<Option<String>>,
    /// The names of the classes around.
    classes: Vec<Option<String>>,
}

/// What stands around a function.
struct Hint {
    /// Where what names it begins.
    head: u32,
    name: Option<String>,
    role: Option<String>,
}

impl Collector {
    fn named(&mut self, value: &Expression<'_>, head: u32, name: Option<String>) {
        if let Some(span) = function_or_class(value) {
            let hint = Hint {
                head,
                name,
                role: None,
            };
            self.hints.insert(span.start, hint);
        }
    }

    fn method(&mut self, value: &Function<'_>, head: u32, name: Option<String>) {
        let hint = Hint {
            head,
            name,
            role: None,
        };
        self.hints.insert(value.span.start, hint);
    }

    fn arguments(&mut self, callee: &Expression<'_>, arguments: &[Argument<'_>]) {
        if function_or_class(callee).is_some() {
            let head = callee.get_inner_expression().span().start;
            let role = Some("called where it stands".to_owned());
            self.hints.entry(head).or_insert(Hint {
                head,
                name: None,
                role,
            });
        }
        let callee = last_name(callee);
        for argument in arguments.iter().filter_map(Argument::as_expression) {
            if let Some(span) = function_or_class(argument) {
                let role = callee.as_ref().map(|callee| format!("callback of {callee}"));
                let hint = Hint {
                    head: span.start,
                    name: None,
                    role,
                };
                self.hints.insert(span.start, hint);
            }
        }
    }

    /// Notes a function and gives its name.
    fn note(&mut self, span: Span, body: u32, own_name: Option<&str>) -> Option<String> {
        let hint = self.hints.remove(&span.start);
        let head = hint.as_ref().map_or(span.start, |hint| hint.head.min(span.start));
        let (hinted, role) = hint.map_or((None, None), |hint| (hint.name, hint.role));
        let name = own_name.map(str::to_owned).or(hinted);
        let role = match &name {
            Some(_) => None,
            None => Some(self.role(role)),
        };
        self.list.push(Known {
            head: head as usize,
            body: body as usize,
            name: name.clone(),
            role,
        });
        name
    }

    fn role(&self, role: Option<String>) -> String {
        let role = role.unwrap_or_else(|| "anonymous".to_owned());
        match self.around.iter().rev().flatten().next() {
            Some(around) => format!("{role} in {around}"),
            None => role,
        }
    }
}

impl<'a> Visit<'a> for Collector {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        // A declaration without a body is a type.
        let Some(body) = &function.body else {
            return;
        };
        let own_name = function.id.as_ref().map(|id| id.name.as_str());
        let name = self.note(function.span, body.span.start, own_name);
        self.around.push(name);
        walk::walk_function(self, function, flags);
        self.around.pop();
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let name = self.note(arrow.span, arrow.body.span().start, None);
        self.around.push(name);
        walk::walk_arrow_function_expression(self, arrow);
        self.around.pop();
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let hinted = self.hints.remove(&class.span.start).and_then(|hint| hint.name);
        let own_name = class.id.as_ref().map(|id| id.name.to_string());
        self.classes.push(own_name.or(hinted));
        walk::walk_class(self, class);
        self.classes.pop();
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        let name = match method.kind {
            MethodDefinitionKind::Constructor => self.classes.last().cloned().flatten(),
            MethodDefinitionKind::Get => key_name(&method.key).map(|name| format!("get {name}")),
            MethodDefinitionKind::Set => key_name(&method.key).map(|name| format!("set {name}")),
            MethodDefinitionKind::Method => key_name(&method.key),
        };
        self.method(&method.value, method.span.start, name);
        walk::walk_method_definition(self, method);
    }

    fn visit_property_definition(&mut self, property: &PropertyDefinition<'a>) {
        if let Some(value) = &property.value {
            self.named(value, property.span.start, key_name(&property.key));
        }
        walk::walk_property_definition(self, property);
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        let name = key_name(&property.key);
        let name = match property.kind {
            PropertyKind::Init => name,
            PropertyKind::Get => name.map(|name| format!("get {name}")),
            PropertyKind::Set => name.map(|name| format!("set {name}")),
        };
        self.named(&property.value, property.span.start, name);
        walk::walk_object_property(self, property);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let Some(value) = &declarator.init {
            self.named(value, declarator.span.start, binding_name(&declarator.id));
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        let name = target_name(&assignment.left);
        self.named(&assignment.right, assignment.span.start, name);
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_assignment_pattern(&mut self, pattern: &AssignmentPattern<'a>) {
        self.named(&pattern.right, pattern.span.start, binding_name(&pattern.left));
        walk::walk_assignment_pattern(self, pattern);
    }

    fn visit_assignment_target_with_default(&mut self, target: &AssignmentTargetWithDefault<'a>) {
        self.named(&target.init, target.span.start, target_name(&target.binding));
        walk::walk_assignment_target_with_default(self, target);
    }

    fn visit_export_default_declaration(&mut self, export: &ExportDefaultDeclaration<'a>) {
        let span = match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => Some(function.span),
            ExportDefaultDeclarationKind::ClassDeclaration(class) => Some(class.span),
            declaration => declaration.as_expression().and_then(function_or_class),
        };
        if let Some(span) = span {
            let hint = Hint {
                head: export.span.start,
                name: Some("default".to_owned()),
                role: None,
            };
            self.hints.insert(span.start, hint);
        }
        walk::walk_export_default_declaration(self, export);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.arguments(&call.callee, &call.arguments);
        walk::walk_call_expression(self, call);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        self.arguments(&new.callee, &new.arguments);
        walk::walk_new_expression(self, new);
    }
}

/// The place of a function or class that an expression is, whatever brackets and types stand around.
fn function_or_class(expression: &Expression<'_>) -> Option<Span> {
    match expression.get_inner_expression() {
        Expression::FunctionExpression(function) => Some(function.span),
        Expression::ArrowFunctionExpression(arrow) => Some(arrow.span),
        Expression::ClassExpression(class) => Some(class.span),
        _ => None,
    }
}

fn key_name(key: &PropertyKey<'_>) -> Option<String> {
    match key {
        PropertyKey::PrivateIdentifier(private) => Some(format!("#{}", private.name)),
        key => key.static_name().map(|name| name.into_owned()),
    }
}

fn binding_name(pattern: &BindingPattern<'_>) -> Option<String> {
    match pattern {
        BindingPattern::BindingIdentifier(identifier) => Some(identifier.name.to_string()),
        _ => None,
    }
}

fn target_name(target: &AssignmentTarget<'_>) -> Option<String> {
    match target {
        AssignmentTarget::AssignmentTargetIdentifier(identifier) => Some(identifier.name.to_string()),
        AssignmentTarget::StaticMemberExpression(member) => Some(member.property.name.to_string()),
        AssignmentTarget::PrivateFieldExpression(member) => Some(format!("#{}", member.field.name)),
        AssignmentTarget::ComputedMemberExpression(member) => match &member.expression {
            Expression::StringLiteral(text) => Some(text.value.to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// The last name of what is called: `map` of `rows.map`.
fn last_name(callee: &Expression<'_>) -> Option<String> {
    match callee.get_inner_expression() {
        Expression::Identifier(identifier) => Some(identifier.name.to_string()),
        Expression::StaticMemberExpression(member) => Some(member.property.name.to_string()),
        Expression::PrivateFieldExpression(member) => Some(format!("#{}", member.field.name)),
        Expression::ChainExpression(chain) => {
            let member = chain.expression.as_member_expression()?;
            member.static_property_name().map(str::to_owned)
        }
        _ => None,
    }
}
