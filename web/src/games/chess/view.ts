/** The view of chess as the server tells it. */
import type { Schemas } from '../../api/types';

export type View = Schemas['ChessView'];
export type Man = Schemas['ChessMan'];
