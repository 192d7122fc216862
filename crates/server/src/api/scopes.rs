//! The scopes of programs' tokens, and the routes that only browsers may use.

use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::identity::Visitor;
use super::problem::{Code, Problem};
use crate::people::scope::Scope;

/// Refuses programs whose token lacks the scope.
pub(super) async fn needs(
    State(scope): State<Scope>,
    Extension(visitor): Extension<Visitor>,
    request: Request,
    next: Next,
) -> Response {
    match visitor.may(scope) {
        true => next.run(request).await,
        false => missing(scope),
    }
}

/// Refuses all programs: no token gives access to what secures an account.
pub(super) async fn only_browsers(
    Extension(visitor): Extension<Visitor>,
    request: Request,
    next: Next,
) -> Response {
    match only_of_browsers(visitor) {
        Err(problem) => problem.into_response(),
        Ok(()) => next.run(request).await,
    }
}

/// Refuses a program, whatever its token allows.
pub(super) fn only_of_browsers(visitor: Visitor) -> Result<(), Problem> {
    match visitor.scopes {
        Some(_) => {
            let problem = "Tokens do not allow that. Sign in with a browser.";
            Err(Problem::new(Code::ScopeMissing, problem))
        }
        None => Ok(()),
    }
}

fn missing(scope: Scope) -> Response {
    let name = scope.name();
    let problem = format!("Your token does not allow that: it needs the scope {name}.");
    let problem = Problem::new(Code::ScopeMissing, problem);
    let asked = format!("Bearer error=\"insufficient_scope\", scope=\"{name}\"");
    let mut response = problem.into_response();
    if let Ok(asked) = HeaderValue::from_str(&asked) {
        response
            .headers_mut()
            .insert(header::WWW_AUTHENTICATE, asked);
    }
    response
}
