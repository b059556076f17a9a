/** Which panel about the person is open. It is fetched when somebody first asks for one. */

export type PanelView = 'account' | 'register' | 'signIn' | 'password' | 'limits' | 'saved' | 'welcome';

class PeoplePanel {
  view = $state<PanelView | null>(null);
  /** Beside a page that is only a way in: whoever signs in goes on to what lies behind it. */
  isAtDoor = false;

  show(view: PanelView): void {
    this.view = view;
  }

  close(): void {
    this.view = null;
  }
}

export const panel = new PeoplePanel();
