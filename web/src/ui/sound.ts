/** Synthesised sounds: a wooden tap for a move, notes for the start and the end of a game. */
import { settings } from './settings';

export type Sound = 'move' | 'capture' | 'check' | 'away' | 'return' | 'reveal' | 'notify' | 'end' | 'low-time';

/**
 * Silence after which the audio device is suspended, in milliseconds: it uses the processor even while nothing plays.
 * The moves of a game in progress mostly keep it awake, since waking it delays the sound.
 */
const SILENCE = 30_000;
/** A sound that the browser delays for longer than this, in milliseconds, is dropped: what it signaled is past. */
const TOO_LATE = 500;

let context: AudioContext | null = null;
let rest: ReturnType<typeof setTimeout> | undefined;

/** Calls `sound` with the audio context, as soon as the browser allows playing. */
function whenAwake(sound: (at: AudioContext) => void): void {
  if (typeof AudioContext === 'undefined') return;
  const at = (context ??= new AudioContext());
  const asked = Date.now();
  const begin = (): void => {
    clearTimeout(rest);
    rest = setTimeout(() => void at.suspend().catch(() => {}), SILENCE);
    if (Date.now() - asked <= TOO_LATE) sound(at);
  };
  if (at.state === 'running') begin();
  // A page that has had no click yet may not play: then the promise resolves some time after the first click.
  else void at.resume().then(begin, () => {});
}

/** A short knock: noise through a resonant filter, and a falling sine below it. */
function knock(at: AudioContext, when: number, pitch: number, loudness: number): void {
  const length = 0.06;
  const noise = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = at.createBufferSource();
  source.buffer = noise;
  const filter = at.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch * 4;
  filter.Q.value = 1.2;
  const gain = at.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(at.destination);
  source.start(when);
  tone(at, when, pitch, 0.07, loudness * 0.5, pitch * 0.6);
}

function tone(at: AudioContext, when: number, pitch: number, length: number, loudness: number, end = pitch): void {
  const sine = at.createOscillator();
  const gain = at.createGain();
  sine.frequency.setValueAtTime(pitch, when);
  sine.frequency.exponentialRampToValueAtTime(end, when + length);
  gain.gain.setValueAtTime(0, when);
  gain.gain.linearRampToValueAtTime(loudness, when + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + length);
  sine.connect(gain).connect(at.destination);
  sine.start(when);
  sine.stop(when + length + 0.02);
}

export function play(sound: Sound): void {
  if (settings.sounds) whenAwake(at => playOn(at, sound));
}

function playOn(at: AudioContext, sound: Sound): void {
  const now = at.currentTime + 0.005;
  switch (sound) {
    case 'move':
      return knock(at, now, 260, 0.5);
    case 'capture':
      knock(at, now, 330, 0.6);
      return knock(at, now + 0.045, 190, 0.5);
    case 'check':
      knock(at, now, 260, 0.5);
      return tone(at, now + 0.04, 740, 0.16, 0.12);
    case 'away':
      return tone(at, now, 300, 0.3, 0.14, 900);
    case 'return':
      return tone(at, now, 900, 0.3, 0.14, 300);
    case 'reveal':
      return tone(at, now, 520, 0.12, 0.14, 620);
    case 'notify':
      tone(at, now, 587, 0.14, 0.12);
      return tone(at, now + 0.12, 784, 0.2, 0.12);
    case 'end':
      tone(at, now, 523, 0.3, 0.12);
      tone(at, now + 0.14, 415, 0.3, 0.12);
      return tone(at, now + 0.28, 349, 0.5, 0.12);
    case 'low-time':
      tone(at, now, 880, 0.08, 0.12);
      return tone(at, now + 0.14, 880, 0.08, 0.12);
  }
}
