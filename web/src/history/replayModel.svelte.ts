/** A seat that only watches: the table's own stage draws a round that is over. */

import { TableModel, type Mode } from '../table/model.svelte';
import { drawOn, type Moment } from './moments';

/** How long a moment stands while the replay plays by itself. */
const MOMENT_MS = 1_100;

export class ReplayModel extends TableModel {
  step = $state(0);
  isRunning = $state(false);
  moments = $state.raw<Moment[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Nothing can be bet or decided here. */
  override get mode(): Mode {
    return 'busy';
  }

  get moment(): Moment | undefined {
    return this.moments[this.step];
  }

  get last(): number {
    return this.moments.length - 1;
  }

  /** Begins with the table as it was when everything was paid. */
  load(moments: Moment[]): void {
    this.pauseReplay();
    this.moments = moments;
    this.step = 0;
    this.scene.clear();
    this.goTo(this.last);
  }

  goTo(step: number): void {
    const next = Math.max(0, Math.min(this.last, step));
    const moment = this.moments[next];
    if (!moment) return;
    drawOn(this.scene, moment.picture, next !== this.step + 1);
    this.step = next;
  }

  /** Looks at another box of the same moment. */
  showOnly(box: number): void {
    this.pauseReplay();
    this.scene.chipsAreStill = true;
    this.scene.active = box;
  }

  playReplay(): void {
    if (this.step === this.last) this.goTo(0);
    this.isRunning = true;
    this.timer = setTimeout(() => this.advance(), MOMENT_MS);
  }

  pauseReplay(): void {
    this.isRunning = false;
    clearTimeout(this.timer);
  }

  private advance(): void {
    this.goTo(this.step + 1);
    if (this.step === this.last) this.isRunning = false;
    else this.timer = setTimeout(() => this.advance(), MOMENT_MS);
  }
}
