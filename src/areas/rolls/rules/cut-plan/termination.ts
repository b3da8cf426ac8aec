/** How the search for a cut plan ended. */
export const terminations = [
  // No plan of the same rolls from these jumbos trims less; proven.
  'optimal',
  // The time ended before the search did.
  'timeLimit',
  // The search gave up at its limit of nodes or patterns before it was through.
  'nodeLimit',
  // The search ran to its end without a proof, e.g. because due dates force more trim or no solver could be loaded.
  'feasible',
] as const
export type Termination = (typeof terminations)[number]
/** True unless a limit cut the search off. */
export const isFinished = (termination: Termination): boolean => termination === 'optimal' || termination === 'feasible'
