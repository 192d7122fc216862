/** The view of chess as the server sends it. */
import type { Schemas } from '../../api/types';

export type View = Schemas['ChessView'];
export type Man = Schemas['ChessMan'];
