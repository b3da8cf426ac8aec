/** What runs and is planned on the lines in a span (the next 24 hours unless told), with its forecast end. */
export { ahead as ordersAhead } from '../plan-ahead'
