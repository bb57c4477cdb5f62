import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';

describe('an error of a call', () => {
  it('without a response is about the connection', () => {
    const error = ApiError.noResponse(new TypeError('Failed to fetch'));
    expect(error).toMatchObject({ status: 0, code: 'network', isTemporary: true, refusesCaller: false });
    expect(error.message).toContain('We can’t reach the server');
  });

  it('that took too long is a timeout', () => {
    expect(ApiError.noResponse(new DOMException('', 'TimeoutError')).code).toBe('timeout');
    expect(ApiError.noResponse(new DOMException('', 'AbortError')).code).toBe('network');
  });

  it('that is already an API error stays the same', () => {
    const error = new ApiError(409, { code: 'conflict' });
    expect(ApiError.noResponse(error)).toBe(error);
  });

  it.each([
    [401, false, true],
    [403, false, true],
    [404, false, false],
    [429, false, false],
    [500, true, false],
    [503, true, false],
  ])('with the status %i: temporary %s, refuses the caller %s', (status, isTemporary, refusesCaller) => {
    expect(new ApiError(status, {})).toMatchObject({ isTemporary, refusesCaller });
  });

  it('of a student whose enrollment has ended does not refuse the caller', () => {
    expect(new ApiError(403, { code: 'not_enrolled' }).refusesCaller).toBe(false);
  });

  it('survives serialization from the server to the browser', () => {
    const classOfLesson = { _id: '1', title: 'Grids' };
    const details = { message: 'Gone', fields: { id: 'Unknown' }, classOfLesson };
    const error = new ApiError(404, { code: 'not_found', ...details });
    const restored = ApiError.from(JSON.parse(JSON.stringify(error)));
    expect(restored).toBeInstanceOf(ApiError);
    expect(restored.toJSON()).toEqual(error.toJSON());
  });
});
