/** Cookie with the time zone of the visitor's device, which the server cannot determine otherwise. */
export const timeZoneCookie = 'markwell-time-zone';

const quarterMs = 900_000;

/** Start of the current quarter-hour, in milliseconds. In every time zone, days begin at such a boundary. */
export const quarterHour = (): number => Math.floor(Date.now() / quarterMs) * quarterMs;
