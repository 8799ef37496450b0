/** Whether this is the development server, with its own scripts and its socket. Known while building. */
export const isDevelopment = process.env.NODE_ENV === 'development';
