import { FactoryError } from '@/backend/domain/errors';

/** Whatever is wrong with a folder is shown at the field it was typed into. */
export async function blamePath<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof FactoryError)) throw error;
    throw new FactoryError(error.code, error.message, error.next, {
      cause: error,
      data: { ...error.data, field: 'path' },
    });
  }
}
