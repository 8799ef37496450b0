import { endpointMutation } from '@/lib/queries/endpoint-mutation';
import { endpointQuery, minutes } from '@/lib/queries/endpoint-query';

export const authQueries = {
  methods: () => endpointQuery('auth.methods', {}, { staleTime: minutes(60) }),
};

/** What a visitor does with a mailed code. Signing in and out are calls of their own: they load the page anew. */
export const authMutations = {
  verifyEmail: () => endpointMutation('auth.verifyEmail'),
  resendVerification: () => endpointMutation('auth.resendVerification'),
  forgotPassword: () => endpointMutation('auth.forgotPassword'),
  resetPassword: () => endpointMutation('auth.resetPassword'),
};
