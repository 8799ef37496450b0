import { z } from 'zod';

// Zod tries whether it may compile a schema as soon as one is made, which the content security policy forbids and
// reports. So this module is imported before any that makes schemas.
z.config({ jitless: true });
