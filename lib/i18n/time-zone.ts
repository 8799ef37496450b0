/** Holds the time zone of the visitor's device, which the server has no other way to know. */
export const timeZoneCookie = 'markwell-time-zone';

const quarterMs = 900_000;

/** When the current quarter of an hour began, in milliseconds. No day begins within one, in any time zone. */
export const quarterHour = (): number => Math.floor(Date.now() / quarterMs) * quarterMs;
