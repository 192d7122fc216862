/** The view of Hidden960 as the server sends it. */
import type { Schemas } from '../../api/types';

export type View = Schemas['Hidden960View'];
export type Man = Schemas['Hidden960Man'];
