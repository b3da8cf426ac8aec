/** Lists orders in production and planned orders in a period (by default 24 hours), with their forecast ends. */
export { listLinePlan } from '../list-line-plan'
