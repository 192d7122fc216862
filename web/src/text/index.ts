/** The texts in the language of the reader. English is the only one so far. */
export { en as t } from './en';
