/**
 * Limits that few screens need. They are apart from `limits`, which comes with every page: a bundler takes a file as a
 * whole.
 */
export const serviceLimits = {
  statsDays: 30,
  auditDays: 365,
  adminPagedRows: 10_000,
  feedbackLength: 10_000,
  feedbackTags: 20,
  feedbackDays: 90,
  screenshotBytes: 2 * 1024 * 1024,
  screenshotEdge: 4_096,
  envelopes: 100_000,
  envelopesBytes: 4 * 1024 * 1024,
  envelopesOfPart: 5_000,
  keyChangeHours: 24,
  encryptedPageSize: 2_000,
  listedNames: 10_000,
  listedPageSize: 10_000,
} as const;
