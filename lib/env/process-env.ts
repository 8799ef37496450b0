/** Sets variables for code that parses the environment of this process later. */
export function publishEnv(variables: Record<string, string>): void {
  Object.assign(process.env, variables);
}
