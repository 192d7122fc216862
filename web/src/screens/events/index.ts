/** The pages of events. Their code and styles are loaded when first needed. */
import './desk.css';
import './hall.css';
import type { App, Page } from '../../ui/page';
import { hallPage } from './hall';
import { houseRegulationsPage } from './house';
import { eventsPage } from './list';
import { eventSettingsPage, newEventPage } from './new';
import { eventPage } from './page';

/** The page of an address below `/events`; `null` if there is none. */
export function pageOf(app: App, [id, part, more]: string[]): Page | null {
  if (id === undefined) return eventsPage(app);
  if (more !== undefined) return null;
  if (part === 'hall') return hallPage(app, id);
  if (part === 'settings') return eventSettingsPage(app, id);
  if (part !== undefined) return null;
  if (id === 'regulations') return houseRegulationsPage(app);
  return id === 'new' ? newEventPage(app) : eventPage(app, id);
}
