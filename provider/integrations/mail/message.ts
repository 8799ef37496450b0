import type { SendMailOptions } from 'nodemailer';
import type { OutgoingMail } from '@/provider/deps';

// A line break would begin another header; the other controls have no business in a name or a subject either.
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** A mail as the library takes it. Nothing is read from files or fetched for it, whatever it says. */
export const messageOf = ({ to, subject, text, html }: OutgoingMail, from: string): SendMailOptions => ({
  from,
  to: { name: oneLine(to.name), address: oneLine(to.address) },
  subject: oneLine(subject),
  text,
  html,
  // Out-of-office replies to a machine help nobody.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
