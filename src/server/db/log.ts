/** The log the database layer writes to; Fastify's logger fits. */
export interface DatabaseLog {
  info(first: object | string, message?: string): void
  warn(first: object | string, message?: string): void
  error(first: object | string, message?: string): void
}
