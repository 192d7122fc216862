//! The account in an export, with what belongs to it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::api::accounts::OwnSession;
use crate::api::challenges::ShownChallenge;
use crate::api::identity::guest;
use crate::api::lobby::StayingSeek;
use crate::api::notifications::{Choice, OwnMail, PushBrowser};
use crate::api::passkeys::OwnPasskey;
use crate::api::players::{PlayedGame, Rating, SpeedName};
use crate::api::tokens::OwnToken;
use crate::games::GameName;
use crate::ids::{GameId, PlayerId};
use crate::meeting::vacation::Vacation;
use crate::moderation::{ActKind, OwnReport, ReadAct, Reason};
use crate::people::account::Account;
use crate::store::{Known, Store, StoreError, TakeOver};

/// An account with what belongs to it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedAccount {
    /// The username.
    username: String,
    /// The time at which the account was created, in milliseconds since 1970.
    created_at: u64,
    /// Whether it is a bot's.
    bot: bool,
    /// Its email address.
    mail: OwnMail,
    /// The kinds of notifications, and the channels of each.
    notifications: Vec<Choice>,
    /// The browsers that show push messages of the account.
    push: Vec<PushBrowser>,
    /// Whether signing in needs a second factor besides the password.
    second_factor: bool,
    /// Whether codes from an app are a second factor.
    second_factor_app: bool,
    /// Whether passkeys are a second factor.
    second_factor_passkey: bool,
    /// The passkeys, without their keys.
    passkeys: Vec<OwnPasskey>,
    /// The browser sessions of the account.
    sessions: Vec<OwnSession>,
    /// The tokens of its programs.
    tokens: Vec<OwnToken>,
    /// The ratings, one for each game and speed at which there was a rated game.
    ratings: Vec<Rating>,
    /// The changes of each rating by rated games.
    rating_history: Vec<ExportedHistory>,
    /// The guests whose games the account was asked to take over, with the games that it has taken over, oldest first.
    takeovers: Vec<ExportedTakeover>,
    /// Games paired in the lobby that the player has left or not come to, since they last played one, oldest first.
    walkouts: Vec<ExportedWalkout>,
    /// Challenges of the last 30 days, to others and by others, newest first.
    challenges: Vec<ShownChallenge>,
    /// The usernames of the players whom it follows.
    following: Vec<String>,
    /// The usernames of the players whom it blocks.
    blocked: Vec<String>,
    /// Whether followers see when the account is online.
    shows_presence: bool,
    /// Vacations, newest first.
    vacations: Vec<ExportedVacation>,
    /// The account's seeks in the lobby that stay while it is away, oldest first.
    seeks: Vec<StayingSeek>,
    /// The player's reports about others, oldest first.
    reports: Vec<ExportedReport>,
    /// The moderators' acts about the player, newest first.
    sanctions: Vec<ExportedSanction>,
}

impl ExportedAccount {
    /// Reads everything about an account; `now` in milliseconds since 1970.
    pub(super) async fn read(
        store: &dyn Store,
        account: &Account,
        now: u64,
    ) -> Result<ExportedAccount, StoreError> {
        let player = account.player;
        let sessions = store.sessions(player).await?;
        let reach = store.reach(player).await?;
        let push = PushBrowser::all(&reach, &sessions, None);
        let (programs, browsers): (Vec<_>, Vec<_>) = sessions
            .into_iter()
            .filter(|session| session.lasts(now))
            .partition(|session| session.grant.is_some());
        let factor = store.second_factor(player).await?;
        let passkeys = store.passkeys(player).await?;
        // An export can be made without a server, so there is nobody to ask whether it sends mail.
        let offered = reach.address.is_some();
        let mut ratings = store.ratings(player).await?.0;
        ratings.sort_by_key(|(pool, _)| *pool);
        let mut rating_history = Vec::with_capacity(ratings.len());
        for (pool, _) in &ratings {
            let games = store.rating_history(player, *pool, u32::MAX).await?;
            rating_history.push(ExportedHistory {
                game: pool.game.name(),
                speed: pool.speed.name(),
                games: games.into_iter().map(PlayedGame::from).collect(),
            });
        }
        let ratings = ratings
            .iter()
            .map(|(pool, kept)| Rating::new(*pool, kept, now));
        Ok(ExportedAccount {
            username: account.username.clone(),
            created_at: account.created_at,
            bot: account.is_bot,
            mail: OwnMail::new(offered, &reach),
            notifications: Choice::all(&reach.choices),
            push,
            second_factor: factor.is_on(),
            second_factor_app: factor.app_that_is_on().is_some(),
            second_factor_passkey: factor.asks_for_passkey,
            passkeys: passkeys.into_iter().map(OwnPasskey::from).collect(),
            sessions: browsers
                .into_iter()
                .map(|session| OwnSession::new(session, None))
                .collect(),
            tokens: programs.into_iter().filter_map(OwnToken::of).collect(),
            ratings: ratings.collect(),
            rating_history,
            takeovers: (store.takeovers(player).await?.into_iter())
                .map(|TakeOver { at, guest, games }| ExportedTakeover { at, guest, games })
                .collect(),
            walkouts: (store.games_walked_out_of(player).await?.into_iter())
                .map(|(game, at)| ExportedWalkout { game, at })
                .collect(),
            challenges: store
                .all_challenges(player)
                .await?
                .into_iter()
                .map(ShownChallenge::from)
                .collect(),
            following: names(store.following(player).await?),
            blocked: names(store.blocked(player).await?),
            shows_presence: store.shows_presence(player).await?,
            vacations: store
                .vacations(player, 0)
                .await?
                .into_iter()
                .map(|Vacation { from, until }| ExportedVacation { from, until })
                .collect(),
            seeks: (store.seeks(Some(player)).await?.into_iter())
                .map(StayingSeek::from)
                .collect(),
            reports: (store.reports_by(player).await?.into_iter())
                .map(|OwnReport { report, player }| ExportedReport {
                    at: report.at,
                    player: player.unwrap_or_else(|| guest(report.player)),
                    game: report.game,
                    reason: report.reason,
                    text: report.text,
                })
                .collect(),
            sanctions: (store.acts(Some(player), None, u32::MAX).await?.into_iter())
                .filter_map(ExportedSanction::of)
                .collect(),
        })
    }
}

/// The changes of the player's rating at one game and speed.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedHistory {
    /// The game.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// The speed.
    #[schema(value_type = SpeedName)]
    speed: &'static str,
    /// All of them, newest first.
    games: Vec<PlayedGame>,
}

/// The account's answer to whether it takes over the games of a guest.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedTakeover {
    /// In milliseconds since 1970.
    at: u64,
    /// The guest.
    #[schema(value_type = String)]
    guest: PlayerId,
    /// The games that have become the account's; none if it did not want them.
    #[schema(value_type = Vec<String>)]
    games: Vec<GameId>,
}

/// A game paired in the lobby that the player has left or not come to.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedWalkout {
    /// The game.
    #[schema(value_type = String)]
    game: GameId,
    /// In milliseconds since 1970.
    at: u64,
}

/// A report that the player has made.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedReport {
    /// In milliseconds since 1970.
    at: u64,
    /// The name of the player who was reported, as it is now.
    player: String,
    /// The game.
    #[schema(required, value_type = Option<String>)]
    game: Option<GameId>,
    reason: Reason,
    text: String,
}

/// An act of a moderator about the player.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedSanction {
    /// In milliseconds since 1970.
    at: u64,
    kind: ActKind,
    /// Its end, in milliseconds since 1970; null if it is permanent or does not last.
    #[schema(required)]
    until: Option<u64>,
    /// The game.
    #[schema(required, value_type = Option<String>)]
    game: Option<GameId>,
    reason: String,
    /// Whether it was undone.
    undone: bool,
}

impl ExportedSanction {
    /// An act as the player may know it. Which accounts are one person, and how reports were settled, is for moderators only.
    fn of(ReadAct { act, undone_by, .. }: ReadAct) -> Option<ExportedSanction> {
        match act.kind {
            ActKind::Warn
            | ActKind::Mute
            | ActKind::Ban
            | ActKind::Unmute
            | ActKind::Unban
            | ActKind::Annul => Some(ExportedSanction {
                at: act.at,
                kind: act.kind,
                until: act.until,
                game: act.game,
                reason: act.reason,
                undone: undone_by.is_some(),
            }),
            ActKind::Dismiss | ActKind::Link | ActKind::Undo => None,
        }
    }
}

/// A vacation of a player.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedVacation {
    /// In milliseconds since 1970.
    from: u64,
    /// In milliseconds since 1970.
    until: u64,
}

/// The usernames of a list.
fn names(known: Vec<Known>) -> Vec<String> {
    known.into_iter().map(|known| known.username).collect()
}
