/** Which panel about the person is open. It is fetched when somebody first asks for one. */

export type PanelView = 'account' | 'register' | 'signIn' | 'password' | 'limits' | 'saved' | 'welcome';

class PeoplePanel {
  view = $state<PanelView | null>(null);

  show(view: PanelView): void {
    this.view = view;
  }

  close(): void {
    this.view = null;
  }
}

export const panel = new PeoplePanel();
