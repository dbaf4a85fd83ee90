//! `${NAME}`: a value that comes from the environment and stands in no file of ours.

use super::error::{Found, shown};
use super::mapper::Mapper;
use super::tree::Node;
use super::value;
use crate::secret::{Piece, pieces};
use lagometer_report::scenario::{Place, SecretUse};

const HINT: &str = "write `${NAME}` with letters, digits and `_`, or `$${` for the two characters `${`";

/// Text that may hold `${NAME}`; what is used is noted.
pub(super) fn text(mapper: &mut Mapper<'_>, node: &Node, key: &str) -> Option<String> {
    let text = value::text(node, key);
    checked(mapper, node, key, text)
}

fn checked(mapper: &mut Mapper<'_>, node: &Node, key: &str, text: Result<String, Found>) -> Option<String> {
    let text = mapper.keep(text)?;
    let Some(pieces) = pieces(&text) else {
        mapper.refuse(
            node.at,
            format!("{} has a `${{` that names no variable", shown(key)),
            HINT,
        );
        return None;
    };
    for piece in pieces {
        if let Piece::Variable(name) = piece {
            mapper.secrets.push(SecretUse {
                name: name.to_owned(),
                place: Place {
                    line: node.at.line,
                    column: node.at.column,
                    path: mapper.step.clone().unwrap_or_else(|| shown(key)),
                },
            });
        }
    }
    Some(text)
}
