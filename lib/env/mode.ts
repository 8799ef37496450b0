/** Whether this is the development server, with its scripts and WebSocket. Known at build time. */
export const isDevelopment = process.env.NODE_ENV === 'development';

/** Whether this runs from the production build. */
export const isProduction = process.env.NODE_ENV === 'production';
