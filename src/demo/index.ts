/** A deterministic demonstration plant with a history. */
export { demoAccounts, demoPassword } from './accounts'
export { buildDemo, type DemoOptions } from './build'
export { loadDemo, type LoadOptions } from './load'
export { remainingStepsJob } from './remaining-steps'
