/** Holds the time zone of the visitor's device, which the server has no other way to know. */
export const timeZoneCookie = 'markwell-time-zone';
