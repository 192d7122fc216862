/** The pages of moderators. */
import '../../styles/moderation.css';

export { casePage } from './case';
export { logPage } from './log';
export { queuePage } from './queue';
