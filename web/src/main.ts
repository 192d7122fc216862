import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/home.css';
import './styles/lobby.css';
import './styles/account.css';
import './styles/table.css';
import './styles/players.css';
import './styles/moves.css';
import './styles/chat.css';
import './styles/actions.css';
import './board/board.css';
import { start } from './app';
import { applyTheme } from './ui/settings';

applyTheme();
start(document.getElementById('app') as HTMLElement);
