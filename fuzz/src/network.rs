//! Networks.

use manifold_engine::network::{Networked, WIDTH, read_network, write_network};
use manifold_rules::variant::VariantId;
use manifold_rules::with_game;

use crate::check::is_short;

/// A network file after a first line with the variant. It is read as it is, and again with its weights repeated up to the size that the
/// game expects, as no fuzzer would find 200 KiB.
pub fn network(input: &[u8]) {
    let Some((id, file)) = cut(input, b"\n") else {
        return;
    };
    let Some(id) = std::str::from_utf8(id)
        .ok()
        .and_then(|id| id.parse::<VariantId>().ok())
    else {
        return;
    };
    with_game!(id, |P, _variant| {
        read::<P>(file);
        if let Some(repeated) = repeated::<P>(file) {
            read::<P>(&repeated);
        }
    });
}

fn read<P: Networked>(file: &[u8]) {
    match read_network::<P>(file) {
        Ok(network) => {
            let written = write_network(&network, &[]);
            assert!(written.len() <= file.len());
            assert_eq!(read_network::<P>(&written), Ok(network));
        }
        Err(error) => is_short(&error),
    }
}

fn repeated<P: Networked>(file: &[u8]) -> Option<Vec<u8>> {
    let (head, weights) = cut(file, b"\n\n").filter(|(_, weights)| !weights.is_empty())?;
    let inputs = P::KING_BUCKETS * P::EMPTY.as_ref().len() * 64;
    let buckets = P::OUTPUT_BUCKETS;
    let size = 2 * WIDTH * (inputs + 1 + 2 * buckets) + 4 * buckets;
    let mut repeated = [head, b"\n\n"].concat();
    repeated.extend(weights.iter().cycle().take(size));
    Some(repeated)
}

/// The texts before and after the first `mark`.
fn cut<'a>(bytes: &'a [u8], mark: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let place = bytes.windows(mark.len()).position(|part| part == mark)?;
    Some((&bytes[..place], &bytes[place + mark.len()..]))
}
