'use strict';
const tseslint = require('typescript-eslint');

/** Folders of the product that get time, randomness, network and environment through the context. */
const inner = ['lib/**/*.ts', 'schema/**/*.ts', 'theme/**/*.ts'];

module.exports = tseslint.config(
  { ignores: ['dist/', 'data/', 'node_modules/', 'coverage/'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: __dirname } },
    rules: {
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 60 }],
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file itself.' },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-require-imports': 'error',
    },
  },
  {
    files: ['tests/**/*.ts'],
    // A describe block holds the cases of one topic.
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[property.name=/^(only|skip|todo)$/][object.name=/^(it|test|describe)$/]',
          message: 'Every test runs.',
        },
      ],
    },
  },
  {
    files: inner,
    // The theme's script lives in a browser.
    ignores: ['theme/client/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Use the context’s now().' },
        { object: 'Math', property: 'random', message: 'Use the context.' },
        { object: 'process', property: 'env', message: 'The host reads the environment.' },
      ],
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Use the context’s poster.' }],
    },
  },
);
