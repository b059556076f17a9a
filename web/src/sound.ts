/** Sounds made in code: noise for cards, pings for chips, two notes for a win. None for a loss. */

import type { Noise } from './table/director';
import { preferences } from './preferences.svelte';

const VOLUME = 0.4;

let context: AudioContext | null = null;
let output: GainNode | null = null;
let noise: AudioBuffer | null = null;

/** Browsers allow sound only after the first tap or key. */
export function allowSound(): void {
  if (context || typeof AudioContext === 'undefined') return;
  context = new AudioContext();
  output = context.createGain();
  output.gain.value = VOLUME;
  output.connect(context.destination);
  noise = context.createBuffer(1, context.sampleRate / 5, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
}

function envelope(at: number, seconds: number, peak: number): GainNode {
  const gain = context!.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(peak, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(output!);
  return gain;
}

function rustle(at: number, seconds: number, frequency: number, peak: number): void {
  const source = context!.createBufferSource();
  const filter = context!.createBiquadFilter();
  source.buffer = noise;
  filter.type = 'bandpass';
  filter.frequency.value = frequency;
  filter.Q.value = 0.8;
  source.connect(filter).connect(envelope(at, seconds, peak));
  source.start(at);
  source.stop(at + seconds);
}

function note(at: number, seconds: number, frequency: number, peak: number): void {
  const source = context!.createOscillator();
  source.frequency.value = frequency;
  source.connect(envelope(at, seconds, peak));
  source.start(at);
  source.stop(at + seconds);
}

function chip(at: number): void {
  note(at, 0.04, 3_050 + Math.random() * 120, 0.22);
  note(at + 0.012, 0.04, 4_020 + Math.random() * 120, 0.14);
}

export function playSound(kind: Noise): void {
  if (!context || !preferences.sound) return;
  const now = context.currentTime;
  if (kind === 'card') rustle(now, 0.06, 2_400, 0.5);
  else if (kind === 'turn') rustle(now, 0.05, 1_500, 0.3);
  else if (kind === 'chip') chip(now);
  else if (kind === 'pay') [0, 0.07, 0.14].forEach((delay) => chip(now + delay));
  else {
    note(now, 0.35, 659, 0.1);
    note(now + 0.12, 0.5, 880, 0.1);
  }
}

export function vibrate(pattern: number | number[]): void {
  if (preferences.vibration) navigator.vibrate?.(pattern);
}

/** The dealer's calls, for those who want to hear them. */
export function call(words: string): void {
  if (!preferences.spokenCalls || !preferences.sound || typeof speechSynthesis === 'undefined') return;
  speechSynthesis.cancel();
  speechSynthesis.speak(new SpeechSynthesisUtterance(words));
}
