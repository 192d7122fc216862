import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** Makes the pictures of the documents: `npm run pictures`. */
export default defineConfig({ ...config, testMatch: 'pictures.ts' });
