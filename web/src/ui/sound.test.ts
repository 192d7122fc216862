import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** An audio device that makes no sound: it counts the notes that begin. */
class Device {
  static state: 'running' | 'suspended' = 'suspended';
  static notes = 0;
  static allow: () => void = () => {};
  /** Whether the page may play sound, as after a click. */
  static isAllowed = true;

  currentTime = 0;
  destination = {};

  get state(): string {
    return Device.state;
  }

  resume(): Promise<void> {
    return new Promise(done => {
      Device.allow = () => {
        Device.state = 'running';
        done();
      };
      if (Device.isAllowed) Device.allow();
    });
  }

  suspend(): Promise<void> {
    Device.state = 'suspended';
    return Promise.resolve();
  }

  createOscillator(): object {
    const param = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
    const start = (): void => {
      Device.notes++;
    };
    return { frequency: param, connect: (to: unknown) => to, start, stop: () => {} };
  }

  createGain(): object {
    const ramp = (): void => {};
    const gain = { setValueAtTime: ramp, linearRampToValueAtTime: ramp, exponentialRampToValueAtTime: ramp };
    return { gain, connect: (to: unknown) => to };
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('AudioContext', Device);
  Device.state = 'suspended';
  Device.isAllowed = true;
  Device.notes = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a sound wakes the audio device, which is let go when nothing has sounded for a while', async () => {
  const { play } = await import('./sound');
  play('reveal');
  await vi.advanceTimersByTimeAsync(29_000);
  expect([Device.notes, Device.state]).toEqual([1, 'running']);
  // Each sound restarts the period of silence.
  play('reveal');
  await vi.advanceTimersByTimeAsync(29_000);
  expect([Device.notes, Device.state]).toEqual([2, 'running']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(Device.state).toBe('suspended');
  play('reveal');
  await vi.advanceTimersByTimeAsync(0);
  expect([Device.notes, Device.state]).toEqual([3, 'running']);
});

test('what a page was not yet allowed to sound is not made up for at the first click', async () => {
  const { play } = await import('./sound');
  Device.isAllowed = false;
  play('reveal');
  await vi.advanceTimersByTimeAsync(3000);
  Device.allow();
  await vi.advanceTimersByTimeAsync(0);
  expect(Device.notes).toBe(0);
  // From then on it plays, and the device is still suspended after the silence.
  play('reveal');
  expect(Device.notes).toBe(1);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(Device.state).toBe('suspended');
});
