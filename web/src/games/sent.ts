/** Expands the views that the server sends in short form into those that the screens draw. */
import type { Host, Premove } from './screen';

/** Memoizes a function of an object by the identity of the object. */
export function once<T extends object, R>(work: (from: T) => R): (from: T) => R {
  const known = new WeakMap<T, R>();
  return from => {
    let result = known.get(from);
    if (result === undefined) known.set(from, (result = work(from)));
    return result;
  };
}

/** A host whose scenes have the views that `read` makes of what was sent. */
export function hostOf<Sent extends object, V, P extends Premove>(
  host: Host<Sent, P>,
  read: (sent: Sent) => V,
): Host<V, P> {
  return {
    get scene() {
      const { scene } = host;
      return { ...scene, view: read(scene.view) };
    },
    redraw: () => host.redraw(),
    act: action => host.act(action),
    premove: host.premove && (move => host.premove?.(move)),
    say: text => host.say(text),
    explain: host.explain && (() => host.explain?.()),
  };
}
