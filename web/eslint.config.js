import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'e2e/results', 'src/api/schema.d.ts'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers in texts are meant.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Handlers may be one expression.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // What an await or the network has changed meanwhile is not known to the types.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // A caught error may be anything, and empty handlers say so beside them.
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  { files: ['*.js', 'public/*.js'], ...tseslint.configs.disableTypeChecked },
  // What a service worker has.
  { files: ['public/*.js'], languageOptions: { globals: { self: 'readonly', URL: 'readonly' } } },
);
