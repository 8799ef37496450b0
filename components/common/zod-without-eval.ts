import { z } from 'zod';

// Zod tests whether it may compile a schema as soon as one is created, which the content security policy
// forbids and reports. So this module is imported before any that creates schemas.
z.config({ jitless: true });
