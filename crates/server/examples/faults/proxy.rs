//! A connection that breaks.

use std::io;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// Opens a connection to `server` that breaks in both directions, after `there` bytes to the server or `back` bytes from it:
/// mostly in the middle of a frame. Returns the address of its near end, for a single client.
pub(crate) async fn breaking(
    server: SocketAddr,
    there: usize,
    back: usize,
) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        let Ok((near, _)) = listener.accept().await else {
            return;
        };
        let Ok(far) = TcpStream::connect(server).await else {
            return;
        };
        let (near_in, near_out) = near.into_split();
        let (far_in, far_out) = far.into_split();
        // The end of one direction drops the other.
        tokio::select! {
            () = carry(near_in, far_out, there) => {}
            () = carry(far_in, near_out, back) => {}
        }
    });
    Ok(address)
}

/// Carries at most `most` bytes.
async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, most: usize) {
    let mut left = most;
    let mut buffer = [0; 1024];
    while left > 0 {
        let room = left.min(buffer.len());
        let Ok(length @ 1..) = from.read(&mut buffer[..room]).await else {
            return;
        };
        if to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
        left -= length;
    }
}
