import { Component, type ReactNode } from 'react';
import type { Location } from 'react-router';
import { Outlet, useLocation } from '#web/routing/screens.tsx';
import { PageFailure } from './page-failure.tsx';

interface BoundaryProps {
  /** Where something failed. Another page is tried again. */
  location: Location;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { hasFailed: boolean; location: Location }> {
  override state = { hasFailed: false, location: this.props.location };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  static getDerivedStateFromProps = ({ location }: BoundaryProps, state: Boundary['state']) =>
    location === state.location ? null : { hasFailed: false, location };

  override render() {
    return this.state.hasFailed ? <PageFailure /> : this.props.children;
  }
}

/** A route that shows an error page where a route below it fails. */
export const FailureBoundary = () => (
  <Boundary location={useLocation()}>
    <Outlet />
  </Boundary>
);
