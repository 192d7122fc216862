//! A game with a clock, for the machine's clock that is set.

use std::time::{Duration, Instant};

use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::http::Http;
use crate::ledger::Ledger;
use crate::players::Player;
use crate::server::{Error, Process};

/// How far the machine's clock is set at most, in seconds.
const FAR: i64 = 40 * 86_400;
/// What a clock is off at most by what is measured from outside, in milliseconds.
const SLACK: i64 = 10;
/// A killed server's clocks have stood still since its last sign of life, which is at most so long ago, in milliseconds.
const SIGNS_OF_LIFE: i64 = 1_000;

/// A game of one player at one board, with White's clock running.
pub(crate) struct ClockGame {
    id: String,
    cookie: String,
}

impl ClockGame {
    pub(crate) async fn begin(ledger: &Ledger) -> Result<ClockGame, Error> {
        let mut player = Player::arrive(ledger).await;
        let wish = json!({
            "variant": "chess", "opponent": {"kind": "same-board"},
            "clock": {"kind": "custom", "seconds": 86_400},
        });
        let id = player.make(ledger, "clock", &wish).await;
        for (number, action) in ["e2e4", "e7e5"].into_iter().enumerate() {
            let name = format!("clock {number}");
            let message = json!({"t": "act", "id": name, "n": number, "action": action});
            ledger.ask(&name, &id, Some(action));
            player.ask_plainly(ledger, &id, &name, &message).await;
        }
        let cookie = player.cookie().to_owned();
        Ok(ClockGame { id, cookie })
    }

    /// What White has left, in milliseconds.
    async fn left(&self, ledger: &Ledger) -> Result<i64, Error> {
        let mut http = Http::connect(ledger.address).await?;
        let cookie = [("Cookie", self.cookie.as_str())];
        let answer = http
            .ask("GET", &format!("/api/v1/games/{}", self.id), &cookie, "")
            .await?;
        let state: Value = serde_json::from_slice(&answer.body)?;
        let left = state["clock"]["white_ms"].as_i64();
        left.ok_or_else(|| format!("no clock: {state}").into())
    }

    /// Sets the machine's clock while no server runs. What White's clock then counts must be what has passed: at least
    /// since the start, and at most since the last look before. If the server was killed, the time since its last sign of
    /// life is given back.
    pub(crate) async fn set(
        &self,
        process: &mut Process,
        ledger: &Ledger,
        chance: &mut StdRng,
    ) -> Result<(), Error> {
        let began = Instant::now();
        let before = self.left(ledger).await?;
        let given_back = match chance.random_bool(0.5) {
            true => {
                process.kill()?;
                SIGNS_OF_LIFE
            }
            false => {
                process.ask_to_stop().await?;
                0
            }
        };
        process.clock = chance.random_range(-FAR..=FAR);
        process.start_again().await?;
        // From the first answer on the clock runs for certain.
        self.left(ledger).await?;
        let since_start = Instant::now();
        tokio::time::sleep(Duration::from_millis(150)).await;
        let least = since_start.elapsed().as_millis() as i64 - given_back;
        let after = self.left(ledger).await?;
        let most = began.elapsed().as_millis() as i64;
        let counted = before - after;
        if !(least - SLACK..=most + SLACK).contains(&counted) {
            ledger.wrong(format!(
                "White's clock went from {before} to {after} ms in {least} to {most} ms"
            ));
        }
        Ok(())
    }
}
