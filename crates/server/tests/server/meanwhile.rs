//! A player who waits for an opponent plays the engine meanwhile, and decides when somebody has come.

use serde_json::{Value, json};

use crate::client::{Client, House, Socket};
use crate::lobby::list_where;
use crate::placement::{begin, question, wish};
use crate::rated::rating;

fn rated_blitz() -> Value {
    json!({"variant": "chess", "clock": {"kind": "preset", "id": "blitz"}, "rated": true})
}

async fn seek(socket: &mut Socket) -> Value {
    let answer = socket.request(json!({"t": "seek", "wish": rated_blitz()}));
    let answer = answer.await;
    assert_eq!(answer["t"], "done", "{answer}");
    answer["seek"].clone()
}

/// A player who waits in the lobby, with a rated game against the engine in which both have moved.
async fn waiting(house: &House, username: &str) -> (Client, Socket, Value, String) {
    let mut client = house.signed_up(username).await;
    let mut lobby = client.lobby().await;
    let seek = seek(&mut lobby).await;
    let game = client.make(wish()).await;
    let _ = begin(&mut client, &game).await;
    let meanwhile = json!({"t": "meanwhile", "seek": seek, "game": game});
    assert_eq!(lobby.request(meanwhile).await["t"], "done");
    (client, lobby, seek, game)
}

async fn state(client: &mut Client, game: &str) -> Value {
    client.get(&format!("/games/{game}")).await.good()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_leaves_the_computer_without_a_result_and_plays_the_person() {
    let house = House::open().await;
    let (mut ada, mut lobby, own, game) = waiting(&house, "Ada").await;
    let bob = house.signed_up("Bob").await;
    let mut other = bob.lobby().await;
    list_where(&mut other, |list| list["seeks"][0]["meanwhile"] == true).await;
    let accept = json!({"t": "accept", "seek": own});
    let refused = other.request(accept).await;
    assert_eq!(refused["problem"]["code"], "not-possible", "{refused}");
    seek(&mut other).await;

    let asked = lobby.next_of("asked").await;
    assert_eq!(asked["seek"], own);
    assert_eq!(asked["waits"], true);
    assert_eq!(state(&mut ada, &game).await["status"], "live");
    let come = lobby.request(json!({"t": "come", "seek": own})).await;
    assert_eq!(come["t"], "done", "{come}");
    let paired = lobby.next_of("paired").await;
    assert_eq!(other.next_of("paired").await["game"], paired["game"]);

    let left = state(&mut ada, &game).await;
    assert_eq!(left["status"], "over");
    assert_eq!(left["outcome"]["reason"], "aborted", "{left}");
    let person = paired["game"].as_str().expect("a name");
    assert_eq!(state(&mut ada, person).await["status"], "live");
    // Nothing was rated, but a placement game is used up, so that nobody can keep leaving lost games.
    assert_eq!(rating(&mut ada, "Ada").await, Value::Null);
    let asked = ada.post("/placement", question(Value::Null)).await.good();
    assert_eq!(asked["number"], 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_finishes_first_is_paired_afterwards_and_holds_nobody_up() {
    let house = House::open().await;
    let (mut ada, mut lobby, own, game) = waiting(&house, "Ada").await;
    let bob = house.signed_up("Bob").await;
    let mut second = bob.lobby().await;
    seek(&mut second).await;
    assert_eq!(lobby.next_of("asked").await["waits"], true);
    // Another player comes, and Bob plays them.
    let carol = house.signed_up("Carol").await;
    let mut third = carol.lobby().await;
    seek(&mut third).await;
    let paired = second.next_of("paired").await;
    assert_eq!(third.next_of("paired").await["game"], paired["game"]);
    assert_eq!(lobby.next_of("asked").await["waits"], false);
    let come = lobby.request(json!({"t": "come", "seek": own})).await;
    assert_eq!(come["problem"]["code"], "not-found", "{come}");
    assert_eq!(state(&mut ada, &game).await["status"], "live");

    let resigned = ada
        .socket(&game, "")
        .await
        .request(json!({"t": "resign"}))
        .await;
    assert_eq!(resigned["t"], "ack", "{resigned}");
    let free = lobby.request(json!({"t": "meanwhile", "seek": own})).await;
    assert_eq!(free["t"], "done", "{free}");
    let dan = house.signed_up("Dan").await;
    let mut fourth = dan.lobby().await;
    seek(&mut fourth).await;
    let paired = lobby.next_of("paired").await;
    assert_eq!(fourth.next_of("paired").await["game"], paired["game"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_an_own_game_against_the_computer_is_left() {
    let house = House::open().await;
    let (mut ada, _lobby, _, of_ada) = waiting(&house, "Ada").await;
    let mut eve = house.signed_up("Eve").await;
    let of_eve = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let of_eve = eve.make(of_eve).await;
    let mut lobby = eve.lobby().await;
    for (game, username) in [(&of_ada, "Bob"), (&of_eve, "Carol")] {
        let own = seek(&mut lobby).await;
        let meanwhile = json!({"t": "meanwhile", "seek": own, "game": game});
        assert_eq!(lobby.request(meanwhile).await["t"], "done");
        let comer = house.signed_up(username).await;
        let mut other = comer.lobby().await;
        seek(&mut other).await;
        assert_eq!(lobby.next_of("asked").await["waits"], true);
        let come = lobby.request(json!({"t": "come", "seek": own})).await;
        assert_eq!(come["t"], "done", "{come}");
        lobby.next_of("paired").await;
    }
    assert_eq!(state(&mut ada, &of_ada).await["status"], "live");
    assert_eq!(state(&mut eve, &of_eve).await["status"], "live");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_of_a_seek_that_is_gone_or_somebody_else_s_changes_nothing() {
    let house = House::open().await;
    let (mut ada, _lobby, own, game) = waiting(&house, "Ada").await;
    let bob = house.signed_up("Bob").await;
    let mut other = bob.lobby().await;
    for message in [
        json!({"t": "meanwhile", "seek": own}),
        json!({"t": "come", "seek": own}),
        json!({"t": "come", "seek": "nosuchseek11"}),
    ] {
        let refused = other.request(message).await;
        assert_eq!(refused["problem"]["code"], "not-found", "{refused}");
    }
    for message in [
        json!({"t": "meanwhile", "seek": own, "game": "x"}),
        json!({"t": "come"}),
    ] {
        let refused = other.request(message).await;
        assert_eq!(refused["t"], "refused", "{refused}");
    }
    list_where(&mut other, |list| list["seeks"][0]["meanwhile"] == true).await;
    assert_eq!(state(&mut ada, &game).await["status"], "live");
}
