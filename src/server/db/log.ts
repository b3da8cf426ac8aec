/** The log of the database layer; compatible with Fastify's logger. */
export interface DatabaseLog {
  info(first: object | string, message?: string): void
  warn(first: object | string, message?: string): void
  error(first: object | string, message?: string): void
}
