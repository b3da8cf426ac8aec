/** A deterministic plant with a history, to try the product on. */
export { demoAccounts, demoPassword } from './accounts'
export { buildDemo, type DemoOptions } from './build'
export { loadDemo, type LoadOptions } from './load'
export { demoRest } from './rest'
