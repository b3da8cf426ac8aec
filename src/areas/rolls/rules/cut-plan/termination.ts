/** How the search for a cut plan ended. */
export const terminations = [
  // Proven: no plan of the same rolls from these jumbos trims less.
  'optimal',
  // Time ran out before the search ended.
  'timeLimit',
  // The search reached its limit of nodes or patterns.
  'nodeLimit',
  // The search ended without a proof, e.g. because due dates force more trim or no solver could be loaded.
  'feasible',
] as const
export type Termination = (typeof terminations)[number]
/** True unless a limit cut the search off. */
export const isFinished = (termination: Termination): boolean => termination === 'optimal' || termination === 'feasible'
